import type { PictureFinding } from 'pdf/picture'
import type { SignatureReport, VerificationReport } from 'pdf/verify'
import { joinSecondOpinion } from './second-opinion.ts'

type State = PictureFinding['state']

const reportOf = (state: State): VerificationReport => {
  const verdict = state === 'different' ? 'suspicious' : 'valid'
  const picture = { state, differences: [], uncompared: [] }
  return {
    kind: 'signed',
    verdict,
    hidden: 0,
    signatures: [{ verdict, picture } as Partial<SignatureReport> as SignatureReport],
  }
}

const join = async (first: State, drawn: readonly State[], reachable: readonly boolean[] = []) => {
  const draw = jest.fn<Promise<VerificationReport>, []>()
  for (const state of drawn) draw.mockResolvedValueOnce(reportOf(state))
  const canFetch = jest.fn<Promise<boolean>, []>()
  for (const answer of reachable) canFetch.mockResolvedValueOnce(answer)
  const report = await joinSecondOpinion(reportOf('not-compared'), reportOf(first), { draw, canFetch })
  expect(draw).toHaveBeenCalledTimes(drawn.length)
  return report.kind === 'signed' ? [report.verdict, report.signatures[0]?.picture.state] : []
}

test.each<[string, State, readonly State[], readonly boolean[], State]>([
  ['both see the same', 'same', ['same'], [], 'same'],
  ['both see a difference', 'different', ['different'], [], 'different'],
  ['only the first one sees a difference', 'different', ['same'], [], 'different'],
  ['the second one sees a difference twice', 'same', ['different', 'different'], [true, true], 'different'],
  ['a lost font made the difference', 'same', ['different', 'same'], [true, true], 'same'],
  ['the network is lost', 'same', ['different'], [false, false], 'not-compared'],
  ['the network is lost while it draws again', 'same', ['different', 'different'], [true, false], 'not-compared'],
])('two renderers: %s', async (_, first, drawn, reachable, state) => {
  expect(await join(first, drawn, reachable)).toEqual([state === 'different' ? 'suspicious' : 'valid', state])
})

import type { PictureFinding } from 'pdf/picture'
import type { SignatureReport, SignatureVerdict, VerificationReport } from 'pdf/verify'
import { joinReports } from './join-reports.ts'

const finding = (over: Partial<PictureFinding> = {}): PictureFinding => ({
  state: 'same',
  differences: [],
  uncompared: [],
  ...over,
})
const reportOf = (picture: PictureFinding, verdict: SignatureVerdict = 'valid'): VerificationReport => ({
  kind: 'signed',
  verdict,
  hidden: 0,
  signatures: [{ verdict, picture } as SignatureReport],
})
const rect = (x: number, width = 0.2) => ({ x, y: 0.5, width, height: 0.1 })
const different = finding({ state: 'different', differences: [{ page: 2, rect: rect(0.1) }] })
const notCompared = finding({ state: 'not-compared' })
const incomplete = finding({ state: 'incomplete', uncompared: [{ from: 3, to: 9 }] })

const joined = (a: VerificationReport, b: VerificationReport) => {
  const report = joinReports(a, b)
  if (report.kind !== 'signed') throw new Error('the report has no signatures')
  return { verdict: report.verdict, picture: report.signatures[0]?.picture, own: report.signatures[0]?.verdict }
}

test.each<[string, PictureFinding, PictureFinding, PictureFinding['state']]>([
  ['both see the same', finding(), finding(), 'same'],
  ['only one sees a difference', finding(), different, 'different'],
  ['one sees a difference and the other drew nothing', notCompared, different, 'different'],
  ['one drew nothing', finding(), notCompared, 'not-compared'],
  ['one drew only some pages', incomplete, finding(), 'incomplete'],
  ['one drew some pages and the other none', incomplete, notCompared, 'not-compared'],
])('two renderers: if %s, the pages count as %s', (_, a, b, state) => {
  expect(joined(reportOf(a), reportOf(b)).picture?.state).toBe(state)
  expect(joined(reportOf(b), reportOf(a)).picture?.state).toBe(state)
})

test.each([0, 1])('the verdict is the worse of the two renderers (%p)', (order) => {
  const both = [reportOf(finding()), reportOf(different, 'suspicious')] as const
  const { verdict, own } = joined(both[order === 0 ? 0 : 1], both[order === 0 ? 1 : 0])
  expect([verdict, own]).toEqual(['suspicious', 'suspicious'])
})

test('a place that both renderers tell is told once, and places apart stay apart', () => {
  const at = (page: number, x: number) => ({ page, rect: rect(x) })
  const first = finding({ state: 'different', differences: [at(1, 0.1), at(1, 0.45), at(2, 0.1)] })
  const second = finding({ state: 'different', differences: [at(1, 0.28), at(3, 0.1)] })
  const { picture } = joined(reportOf(first), reportOf(second))
  expect(picture?.differences.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(picture?.differences[0]?.rect.x).toBeCloseTo(0.1)
  expect(picture?.differences[0]?.rect.width).toBeCloseTo(0.55)
})

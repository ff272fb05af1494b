import type { PictureFinding } from 'pdf/picture'
import { type SignatureReport, VERDICTS, type Verdict, type VerificationReport } from 'pdf/verify'

const worse = (a: Verdict, b: Verdict): Verdict => (VERDICTS.indexOf(a) > VERDICTS.indexOf(b) ? a : b)

const joinStates = (a: PictureFinding, b: PictureFinding): PictureFinding['state'] => {
  const states = [a.state, b.state]
  return (['different', 'not-compared', 'incomplete'] as const).find((state) => states.includes(state)) ?? 'same'
}

const joinFindings = (a: PictureFinding, b: PictureFinding): PictureFinding => ({
  state: joinStates(a, b),
  differences: [...a.differences, ...b.differences].sort((one, other) => one.page - other.page),
  uncompared: [...a.uncompared, ...b.uncompared],
})

const joinSignatures = (a: SignatureReport, b: SignatureReport): SignatureReport => ({
  ...a,
  verdict: worse(a.verdict, b.verdict),
  picture: joinFindings(a.picture, b.picture),
})

/**
 * Two renderers drew the same file. A difference counts if one of them
 * shows it; a page is compared only if both drew it.
 */
export const joinReports = (first: VerificationReport, second: VerificationReport): VerificationReport => {
  if (first.kind !== 'signed' || second.kind !== 'signed') return first
  return {
    ...first,
    verdict: worse(first.verdict, second.verdict),
    signatures: first.signatures.map((signature, index) => {
      const other = second.signatures[index]
      return other ? joinSignatures(signature, other) : signature
    }),
  }
}

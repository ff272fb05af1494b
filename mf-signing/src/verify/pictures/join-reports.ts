import type { PictureFinding } from 'pdf/picture'
import { SIGNATURE_VERDICTS, type SignatureReport, type SignatureVerdict, type VerificationReport } from 'pdf/verify'

const worse = (a: SignatureVerdict, b: SignatureVerdict): SignatureVerdict =>
  SIGNATURE_VERDICTS.indexOf(a) > SIGNATURE_VERDICTS.indexOf(b) ? a : b

const joinStates = (a: PictureFinding, b: PictureFinding): PictureFinding['state'] => {
  const states = [a.state, b.state]
  return (['different', 'not-compared', 'incomplete'] as const).find((state) => states.includes(state)) ?? 'same'
}

type Difference = PictureFinding['differences'][number]

const overlap = (a: Difference, b: Difference): boolean =>
  a.page === b.page &&
  a.rect.x < b.rect.x + b.rect.width &&
  b.rect.x < a.rect.x + a.rect.width &&
  a.rect.y < b.rect.y + b.rect.height &&
  b.rect.y < a.rect.y + a.rect.height

const union = ({ page, rect: a }: Difference, { rect: b }: Difference): Difference => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  const bottom = Math.max(a.y + a.height, b.y + b.height)
  return { page, rect: { x, y, width: right - x, height: bottom - y } }
}

/** What both renderers show is one place; a grown one may reach others. */
const mergeOverlapping = (differences: readonly Difference[]): Difference[] =>
  differences.reduce<Difference[]>((apart, next) => {
    let grown = next
    let others = apart
    while (others.some((other) => overlap(other, grown))) {
      const reached = others.filter((other) => overlap(other, grown))
      others = others.filter((other) => !reached.includes(other))
      grown = reached.reduce(union, grown)
    }
    return [...others, grown]
  }, [])

const joinFindings = (a: PictureFinding, b: PictureFinding): PictureFinding => ({
  state: joinStates(a, b),
  differences: mergeOverlapping([...a.differences, ...b.differences]).sort((one, other) => one.page - other.page),
  uncompared: [...a.uncompared, ...b.uncompared],
})

const joinSignatures = (a: SignatureReport, b: SignatureReport): SignatureReport => ({
  ...a,
  verdict: worse(a.verdict, b.verdict),
  // The pictures raise a change that hides print: either of them may see it.
  changes: worse(a.verdict, b.verdict) === a.verdict ? a.changes : b.changes,
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

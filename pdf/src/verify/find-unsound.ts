import type { Change } from './changes.ts'
import type { SignatureReport, VerificationReport } from './report.ts'

export interface SoundnessRule {
  /** Signatures that cover more bytes are ours to answer for. */
  readonly since: number
  /** Changes that may follow them. */
  readonly admits: (change: Change) => boolean
}

const problemOf = ({ problems, changes }: SignatureReport, admits: SoundnessRule['admits']): string | undefined => {
  const [problem] = problems
  if (problem !== undefined) return problem
  const change = changes.find((each) => !admits(each))
  if (change === undefined) return undefined
  const { kind, page, detail } = change
  return [kind, ...(page === undefined ? [] : [`page ${page}`]), ...(detail === undefined ? [] : [detail])].join(' ')
}

/**
 * Why somebody else's verifier would doubt our own signatures.
 * Trust is not asked: a card's authority may be unknown here.
 * @returns undefined if nobody would; else the reason, for logs
 */
export function findUnsound(report: VerificationReport, { since, admits }: SoundnessRule): string | undefined {
  if (report.kind === 'unreadable') return `unreadable: ${report.code}`
  if (report.kind === 'unsigned') return 'no signature'
  if (report.hidden > 0) return 'hidden signature'
  const own = report.signatures.filter(({ covered }) => covered === 0 || covered > since)
  if (own.length === 0) return 'no signature'
  for (const signature of own) {
    const problem = problemOf(signature, admits)
    if (problem !== undefined) return `${signature.field}: ${problem}`
  }
  return undefined
}

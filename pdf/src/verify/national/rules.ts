/** With the codes of BCCR's validator. */
export const officialCodes = {
  signatures: undefined,
  store: 6,
  'last-stamp': 7,
  sequence: 8,
  'whole-file': 12,
  'time-stamps': 16,
  certificates: 18,
  hierarchy: 22,
  'certificate-type': 26,
  lists: 30,
  answers: 44,
  'stamp-algorithm': 48,
  'revocation-data': undefined,
} as const satisfies Readonly<Record<string, number | undefined>>

export type NationalRule = keyof typeof officialCodes
export const NATIONAL_RULES = Object.keys(officialCodes).filter((key): key is NationalRule => key in officialCodes)

export const UNJUDGED_REASONS = [
  'other-rule',
  'unknown-chain',
  'algorithm',
  'simulator',
  'configured-authority',
] as const
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number]

export const RULE_STATES = ['met', 'not-met', 'not-judged'] as const

export interface RuleReport {
  readonly rule: NationalRule
  readonly state: (typeof RULE_STATES)[number]
  readonly reason: UnjudgedReason | undefined
  readonly about: readonly string[]
}

/** `simulated`: met, except that the hierarchy is a simulator's. */
export const NATIONAL_OUTCOMES = ['met', 'simulated', 'not-judged', 'not-met'] as const

export type NationalFormat =
  | {
      readonly kind: 'judged'
      readonly outcome: (typeof NATIONAL_OUTCOMES)[number]
      readonly rules: readonly RuleReport[]
    }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'unreadable' }

import type { SigningOrderMode, SigningStep } from 'shared/contract/signing-order'
import type { StoredField } from './view-field.ts'

/** Comes before the signatures of a step and of later ones. */
export interface Approval {
  /** From 1; a step that does not exist counts as the last one. */
  readonly beforeStep: number
  readonly isGiven: boolean
  readonly name: string
}

/** Fields that may sign at the same time. */
export interface TurnStep {
  readonly fields: readonly StoredField[]
  readonly state: SigningStep['state']
}

/** One participant signs all their fields together. Those without a position come last. */
const groups = (fields: readonly StoredField[]): StoredField[][] => {
  const inOrder = fields.toSorted(
    (a, b) => (a.turn ?? Number.POSITIVE_INFINITY) - (b.turn ?? Number.POSITIVE_INFINITY) || a.position - b.position,
  )
  const steps: StoredField[][] = []
  for (const field of inOrder) {
    const step = steps.find((others) =>
      others.some((other) =>
        field.turn === null ? other.participant_id === field.participant_id : other.turn === field.turn,
      ),
    )
    if (step === undefined) steps.push([field])
    else step.push(field)
  }
  return steps
}

const isSigned = (fields: readonly StoredField[]): boolean => fields.every(({ signed_at }) => signed_at !== null)

/** Everything that decides about turns. */
export interface TurnFacts {
  /** `parallel` opens all steps at once; `ordered` one after the other. */
  readonly mode: SigningOrderMode
  /** All of a document, in their order. */
  readonly fields: readonly StoredField[]
  readonly approvals: readonly Approval[]
}

/** Without an order there is one step for all. */
const stepOfApproval = (mode: SigningOrderMode, { beforeStep }: Approval, steps: number): number =>
  mode === 'parallel' ? 1 : Math.min(beforeStep, Math.max(steps, 1))

export const stepsOf = ({ mode, fields, approvals }: TurnFacts): TurnStep[] => {
  const steps = groups(fields)
  const current = steps.findIndex((step) => !isSigned(step))
  const firstMissing = Math.min(
    ...approvals.flatMap((approval) => (approval.isGiven ? [] : [stepOfApproval(mode, approval, steps.length)])),
  )
  return steps.map((step, index) => {
    if (isSigned(step)) return { fields: step, state: 'signed' }
    const isNext = mode === 'parallel' || index === current
    return { fields: step, state: isNext && index + 1 < firstMissing ? 'now' : 'later' }
  })
}

/** Also true for fields that have signed. */
export const isTheirTurn = (facts: TurnFacts, fieldId: number): boolean =>
  stepsOf(facts).some(({ fields: step, state }) => state !== 'later' && step.some(({ id }) => id === fieldId))

/** Approvals come after the signatures of earlier steps. */
export const isApprovalDue = ({ mode, fields }: TurnFacts, approval: Approval): boolean => {
  const steps = groups(fields)
  return steps.slice(0, stepOfApproval(mode, approval, steps.length) - 1).every(isSigned)
}

/** Names of those whose approval this field waits for. */
export const missingApprovals = ({ mode, fields, approvals }: TurnFacts, fieldId: number): string[] => {
  const steps = groups(fields)
  const own = steps.findIndex((step) => step.some(({ id }) => id === fieldId)) + 1
  return approvals
    .filter((approval) => !approval.isGiven && (own === 0 || stepOfApproval(mode, approval, steps.length) <= own))
    .map(({ name }) => name)
}

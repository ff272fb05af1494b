import type { SigningOrderMode, SigningStep } from 'shared/contract/signing-order'
import type { StoredField } from './view-field.ts'

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

/**
 * @param mode `parallel` opens all steps at once; `ordered` one after the other
 * @param fields all of a document, in their order
 */
export const stepsOf = (mode: SigningOrderMode, fields: readonly StoredField[]): TurnStep[] => {
  const steps = groups(fields)
  const current = steps.findIndex((step) => !isSigned(step))
  return steps.map((step, index) => {
    if (isSigned(step)) return { fields: step, state: 'signed' }
    return { fields: step, state: mode === 'parallel' || index === current ? 'now' : 'later' }
  })
}

/** Also true for fields that have signed. */
export const isTheirTurn = (mode: SigningOrderMode, fields: readonly StoredField[], fieldId: number): boolean =>
  stepsOf(mode, fields).some(({ fields: step, state }) => state !== 'later' && step.some(({ id }) => id === fieldId))

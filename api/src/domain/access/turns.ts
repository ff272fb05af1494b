import type { SigningOrderMode, SigningStep } from 'shared/contract/signing-order'
import { rowSignerKey } from './same-signer.ts'
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

const isSigned = (fields: readonly StoredField[]): boolean => fields.every(({ signed_at }) => signed_at !== null)

/** What one document says about turns. */
export interface DocumentTurns {
  /** All of a document, in their order. */
  readonly fields: readonly StoredField[]
  readonly approvals: readonly Approval[]
}

/** Everything that decides about the turns of a document. */
export interface TurnFacts extends DocumentTurns {
  /** `parallel` opens all steps at once; `ordered` one after the other. */
  readonly mode: SigningOrderMode
  /** Documents of the same ordered sending that are not ended, before and after this one. */
  readonly before?: readonly DocumentTurns[]
  readonly after?: readonly DocumentTurns[]
}

/** Without an order there is one step for all. */
const stepOfApproval = (mode: SigningOrderMode, { beforeStep }: Approval, steps: number): number =>
  mode === 'parallel' ? 1 : Math.min(beforeStep, Math.max(steps, 1))

const turnOf = ({ turn }: StoredField): number => turn ?? Number.POSITIVE_INFINITY

/** In a sending, a field without a position takes the first one that its signer has in another document. */
const turnsBySigner = (fields: readonly StoredField[]): ((field: StoredField) => number) => {
  const first = new Map<string, number>()
  for (const field of fields)
    first.set(rowSignerKey(field), Math.min(turnOf(field), first.get(rowSignerKey(field)) ?? Number.POSITIVE_INFINITY))
  return (field) => field.turn ?? first.get(rowSignerKey(field)) ?? Number.POSITIVE_INFINITY
}

/**
 * One participant signs all their fields together, in a sending those of all its documents. Those without a position
 * come last.
 */
const groups = (documents: readonly DocumentTurns[]): StoredField[][] => {
  const isAlone = documents.length < 2
  const fields = documents.flatMap((one) => one.fields.toSorted((a, b) => a.position - b.position))
  const placeOf = isAlone ? turnOf : turnsBySigner(fields)
  const signerOf = (field: StoredField) => (isAlone ? field.participant_id : rowSignerKey(field))
  const steps: StoredField[][] = []
  for (const field of fields.toSorted((a, b) => placeOf(a) - placeOf(b) || 0)) {
    const place = placeOf(field)
    const step = steps.find((others) =>
      others.some((other) =>
        place === Number.POSITIVE_INFINITY ? signerOf(other) === signerOf(field) : placeOf(other) === place,
      ),
    )
    if (step === undefined) steps.push([field])
    else step.push(field)
  }
  return steps
}

/** People of each step, by their keys, as documents of one sending order them. */
export const signerSteps = (documents: readonly DocumentTurns[]): string[][] =>
  groups(documents).map((step) => [...new Set(step.map((field) => rowSignerKey(field)))])

/** A step of one document, with its number among those of the whole sending, from 1. */
interface NumberedStep {
  readonly fields: readonly StoredField[]
  readonly number: number
}

const numberedSteps = (steps: readonly StoredField[][], { fields: own }: DocumentTurns): NumberedStep[] => {
  const ids = new Set(own.map(({ id }) => id))
  return steps.flatMap((step, index) => {
    const fields = step.filter(({ id }) => ids.has(id))
    return fields.length === 0 ? [] : [{ fields, number: index + 1 }]
  })
}

/** A document without fields holds up none. */
const firstMissingApproval = (
  mode: SigningOrderMode,
  steps: readonly NumberedStep[],
  document: DocumentTurns,
): number =>
  Math.min(
    ...document.approvals.flatMap((approval) => {
      const step = steps[stepOfApproval(mode, approval, steps.length) - 1]
      return approval.isGiven || step === undefined ? [] : [step.number]
    }),
  )

const documentsOf = ({ before = [], after = [], ...own }: TurnFacts): readonly DocumentTurns[] => [
  ...before,
  own,
  ...after,
]

const ownSteps = (facts: TurnFacts): NumberedStep[] => numberedSteps(groups(documentsOf(facts)), facts)

/** In an ordered sending a step waits for earlier ones in all documents, and for the approvals before it. */
export const stepsOf = (facts: TurnFacts): TurnStep[] => {
  const { mode } = facts
  const documents = documentsOf(facts)
  const all = groups(documents)
  const current = all.findIndex((step) => !isSigned(step)) + 1
  const firstMissing = Math.min(
    ...documents.map((document) => firstMissingApproval(mode, numberedSteps(all, document), document)),
  )
  return numberedSteps(all, facts).map(({ fields, number }) => {
    if (isSigned(fields)) return { fields, state: 'signed' }
    const isNext = mode === 'parallel' || number === current
    return { fields, state: isNext && number < firstMissing ? 'now' : 'later' }
  })
}

/** Of all people of a sending. A step of several documents is `now` if one of them may be signed. */
export const stepsTogether = (documents: readonly TurnFacts[]): TurnStep[] => {
  const open = documents.flatMap((facts) => stepsOf(facts)).filter(({ state }) => state === 'now')
  const ids = new Set(open.flatMap(({ fields }) => fields.map(({ id }) => id)))
  return groups(documents).map((fields) => {
    if (isSigned(fields)) return { fields, state: 'signed' }
    return { fields, state: fields.some(({ id }) => ids.has(id)) ? 'now' : 'later' }
  })
}

/** Also true for fields that have signed. */
export const isTheirTurn = (facts: TurnFacts, fieldId: number): boolean =>
  stepsOf(facts).some(({ fields: step, state }) => state !== 'later' && step.some(({ id }) => id === fieldId))

/** Approvals come after the signatures of earlier steps of their document. */
export const isApprovalDue = (facts: TurnFacts, approval: Approval): boolean => {
  const steps = ownSteps(facts)
  return steps.slice(0, stepOfApproval(facts.mode, approval, steps.length) - 1).every(({ fields }) => isSigned(fields))
}

/** Names of those whose approval this field waits for, in its document. */
export const missingApprovals = (facts: TurnFacts, fieldId: number): string[] => {
  const steps = ownSteps(facts)
  const own = steps.findIndex(({ fields }) => fields.some(({ id }) => id === fieldId)) + 1
  return facts.approvals
    .filter((approval) => !approval.isGiven && (own === 0 || stepOfApproval(facts.mode, approval, steps.length) <= own))
    .map(({ name }) => name)
}

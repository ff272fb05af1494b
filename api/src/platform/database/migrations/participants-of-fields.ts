/** A field before participants existed. The names are those of its columns. */
export interface NamedField {
  readonly id: number
  readonly document_id: number
  readonly position: number
  readonly field_type: string
  readonly signer_name: string
  readonly signer_email: string
  readonly signed_by_link_at: number | null
  readonly deleted_at: number | null
  readonly turn: number | null
}

/** A participant and its fields. */
export interface FoundParticipant {
  /** The id of its first field: no field has two participants. */
  readonly id: number
  readonly document_id: number
  readonly name: string
  readonly email: string
  readonly turn: number | null
  readonly fieldIds: readonly number[]
}

// The rules of version 0.2.0 and of this step, written out: later rules must not change what the step does.
const addressKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()

const PLACEHOLDERS: ReadonlySet<string> = new Set(['', 'firmante', 'invitado', 'firmante retirado'])

type KeyOf = (field: NamedField) => string

const keyWith =
  (addressed: (address: string, name: string) => string): KeyOf =>
  ({ id, field_type, signer_name, signer_email, signed_by_link_at }) => {
    if (field_type === 'PRIMARY') return 'owner'
    const [address, name] = [addressKey(signer_email), nameKey(signer_name)]
    const unaddressed = PLACEHOLDERS.has(name) ? `field ${id}` : `name ${name}`
    return `${signed_by_link_at === null ? '' : 'link '}${address === '' ? unaddressed : addressed(address, name)}`
  }

/** Version 0.2.0: one address was one person. */
const formerKey = keyWith((address) => `email ${address}`)
const personKey = keyWith((address, name) => `email ${address} ${name}`)

interface Step {
  readonly turn: number | null
  readonly fields: readonly NamedField[]
}

const grouped = (fields: readonly NamedField[], keyOf: KeyOf): NamedField[][] => [
  ...Map.groupBy(fields, keyOf).values(),
]

/** The steps of version 0.2.0: fields without a turn joined their signer's first step. */
const formerSteps = (fields: readonly NamedField[]): Step[] => {
  const inOrder = fields.toSorted((a, b) => (a.turn ?? Infinity) - (b.turn ?? Infinity) || a.position - b.position)
  const steps: { turn: number | null; fields: NamedField[] }[] = []
  for (const field of inOrder) {
    const step = steps.find(({ turn, fields: others }) =>
      field.turn === null ? others.some((other) => formerKey(other) === formerKey(field)) : turn === field.turn,
    )
    if (step === undefined) steps.push({ turn: field.turn, fields: [field] })
    else step.fields.push(field)
  }
  return steps
}

/** A step of several people keeps them together by a number, and all after it stay after it. */
const numbered = (steps: readonly Step[]): Step[] => {
  const isShared = steps.some(({ turn, fields }) => turn === null && grouped(fields, personKey).length > 1)
  if (!isShared) return [...steps]
  const last = Math.max(0, ...steps.map(({ turn }) => turn ?? 0))
  const unnumbered = steps.filter(({ turn }) => turn === null)
  return steps.map((step) => ({ ...step, turn: step.turn ?? last + unnumbered.indexOf(step) + 1 }))
}

const participant = (turn: number | null, fields: readonly NamedField[]): FoundParticipant[] => {
  const [first] = fields.toSorted((a, b) => a.position - b.position)
  if (first === undefined) return []
  const { id, document_id, signer_name: name, signer_email: email } = first
  return [{ id, document_id, name, email, turn, fieldIds: fields.map((field) => field.id) }]
}

/**
 * The participants of one document: one for each person and step, so that all fields stay in their step.
 *
 * @param fields all of the document, also deleted ones, which give no one a step
 */
export const participantsOfFields = (fields: readonly NamedField[]): FoundParticipant[] => {
  const [deleted, live] = [
    fields.filter(({ deleted_at }) => deleted_at !== null),
    fields.filter(({ deleted_at }) => deleted_at === null),
  ]
  const taking = numbered(formerSteps(live)).flatMap((step) =>
    grouped(step.fields, personKey).flatMap((own) => participant(step.turn, own)),
  )
  return [...taking, ...grouped(deleted, personKey).flatMap((own) => participant(null, own))]
}

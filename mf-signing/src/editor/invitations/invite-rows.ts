import type { PlacedField, SavedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey } from '../../fields/same-signer.ts'
import type { SaveOutcome } from '../saving/save-fields.ts'
import type { SigningParty } from '../signers/signers.ts'
import { withoutField } from '../signers/signers.ts'
import type { InvitedGuest } from './invitations.ts'

/** Why a person cannot be invited yet. `lost`: their field was deleted from another window. */
type InviteObstacle = 'unsaved' | 'without-field' | 'without-email' | 'lost'

/** One row of the dialog: a person with all their signature fields. */
export interface InvitePerson {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly fields: readonly PlacedField[]
  readonly guests: readonly InvitedGuest[]
  readonly obstacle: InviteObstacle | undefined
  /** The server's words about an unsaved field; undefined while saving or if unknown. */
  readonly reason: string | undefined
}

export interface InviteRowsOptions {
  readonly fields: readonly PlacedField[]
  readonly signers: readonly SigningParty[]
  readonly guests: readonly InvitedGuest[]
  readonly failure: SaveOutcome | undefined
  readonly failed: readonly SavedField[]
}

const bySigner = (fields: readonly PlacedField[]): ReadonlyMap<string, readonly PlacedField[]> =>
  Map.groupBy(fields, fieldSignerKey)

const personOf = (
  key: string,
  fields: readonly PlacedField[],
  { guests, failure }: InviteRowsOptions,
): InvitePerson => {
  const own = guests.filter((guest) => fields.some(({ fieldId }) => fieldId === guest.field.fieldId))
  const unsaved = fields.filter(isTemporary)
  const step = failure?.unsaved.find((one) => unsaved.some(({ id }) => id === one.field.id))
  const withoutEmail = own.length === 0 ? 'without-email' : undefined
  return {
    key,
    name: fields[0]?.signerName ?? '',
    email: fields[0]?.signerEmail ?? '',
    fields,
    guests: own,
    obstacle: unsaved.length > 0 ? 'unsaved' : withoutEmail,
    reason: step?.reason,
  }
}

const nobody = { fields: [], guests: [], reason: undefined } as const

export const inviteRows = (options: InviteRowsOptions): readonly InvitePerson[] => {
  const { fields, signers, failed } = options
  const people = [...bySigner(fields.filter(({ type }) => type === 'signature'))]
  const lost = [...bySigner(failed.filter(({ id }) => fields.every((field) => field.id !== id)))].filter(
    ([key]) => !people.some(([known]) => known === key),
  )
  return [
    ...people.map(([key, own]) => personOf(key, own, options)),
    ...lost.map(
      ([key, own]): InvitePerson => ({
        ...personOf(key, own, options),
        guests: [],
        obstacle: 'lost',
        reason: undefined,
      }),
    ),
    ...withoutField(signers)
      .filter(({ key }) => lost.every(([known]) => known !== key))
      .map(({ key, name, email }): InvitePerson => ({ ...nobody, key, name, email, obstacle: 'without-field' })),
  ]
}

/** Fields of the same person together, in the order of each person's first field. */
export const fieldsByPerson = (fields: readonly SavedField[]): readonly (readonly SavedField[])[] => [
  ...Map.groupBy(fields, fieldSignerKey).values(),
]

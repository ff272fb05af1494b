import type { PlacedField, SavedField, SignedPlacedField, TemporaryField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey } from '../../fields/same-signer.ts'
import type { SaveOutcome } from '../saving/save-fields.ts'
import type { SignerPerson, SigningParty } from '../signers/signers.ts'
import { withoutField } from '../signers/signers.ts'
import type { InvitedGuest } from './invitations.ts'

export type InviteRow =
  | { readonly kind: 'guest'; readonly key: string; readonly guest: InvitedGuest }
  | {
      readonly kind: 'unsaved'
      readonly key: string
      readonly field: TemporaryField
      /** The server's words; undefined while saving or if unknown. */
      readonly reason: string | undefined
    }
  | { readonly kind: 'without-field'; readonly key: string; readonly person: SignerPerson }
  | { readonly kind: 'without-email'; readonly key: string; readonly field: SavedField | SignedPlacedField }
  /** Deleted from another window. */
  | { readonly kind: 'lost'; readonly key: string; readonly field: SavedField }

export interface InviteRowsOptions {
  readonly fields: readonly PlacedField[]
  readonly signers: readonly SigningParty[]
  readonly guests: readonly InvitedGuest[]
  readonly failure: SaveOutcome | undefined
  readonly failed: readonly SavedField[]
}

const rowOf = (field: PlacedField, { guests, failure }: InviteRowsOptions): InviteRow => {
  const key = field.fieldId
  if (isTemporary(field)) {
    const step = failure?.unsaved.find((one) => one.field.id === field.id)
    return { kind: 'unsaved', key, field, reason: step?.reason }
  }
  const guest = guests.find((one) => one.field.id === field.id)
  return guest ? { kind: 'guest', key, guest } : { kind: 'without-email', key, field }
}

export const inviteRows = (options: InviteRowsOptions): readonly InviteRow[] => {
  const { fields, signers, failed } = options
  const lost = failed.filter(({ id }) => fields.every((field) => field.id !== id))
  return [
    ...fields.filter(({ type }) => type === 'signature').map((field) => rowOf(field, options)),
    ...lost.map((field): InviteRow => ({ kind: 'lost', key: field.fieldId, field })),
    ...withoutField(signers)
      .filter(({ key }) => lost.every((field) => fieldSignerKey(field) !== key))
      .map((person): InviteRow => ({ kind: 'without-field', key: person.key, person })),
  ]
}

import { signerKey } from 'shared/contract/signing-order'
import type { PlacedField } from './field-lifecycle.ts'

export const isByPublicLink = (field: PlacedField): boolean => field.status === 'signed' && field.byPublicLink === true

export const fieldSignerKey = (field: PlacedField): string =>
  signerKey({
    fieldId: field.fieldId,
    isOwner: field.type === 'primary',
    name: field.signerName,
    email: field.signerEmail,
    byPublicLink: isByPublicLink(field),
  })

export const isSameSigner = (a: PlacedField, b: PlacedField): boolean => fieldSignerKey(a) === fieldSignerKey(b)

/** Each signer once, by the name of their first field. */
export const signerNames = (fields: readonly PlacedField[]): readonly string[] =>
  fields
    .filter((field, index) => fields.findIndex((other) => isSameSigner(other, field)) === index)
    .map(({ signerName }) => signerName)

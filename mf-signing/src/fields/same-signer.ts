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

/** Each signer once, by their first field. */
export const onePerSigner = <Owned extends { readonly field: PlacedField }>(all: readonly Owned[]): readonly Owned[] =>
  all.filter(({ field }, index) => all.findIndex((other) => isSameSigner(other.field, field)) === index)

export const signerNames = (fields: readonly PlacedField[]): readonly string[] =>
  onePerSigner(fields.map((field) => ({ field }))).map(({ field }) => field.signerName)

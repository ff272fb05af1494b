import { signerKey } from 'shared/contract/signing-order'
import type { Field } from './field-lifecycle.ts'

export const isByPublicLink = (field: Field): boolean => field.status === 'signed' && field.byPublicLink === true

export const fieldSignerKey = (field: Field): string =>
  signerKey({
    fieldId: field.fieldId,
    isOwner: field.type === 'primary',
    name: field.signerName,
    email: field.signerEmail,
    byPublicLink: isByPublicLink(field),
  })

export const isSameSigner = (a: Field, b: Field): boolean => fieldSignerKey(a) === fieldSignerKey(b)

/** Each signer once, by the name of their first field. */
export const signerNames = (fields: readonly Field[]): readonly string[] =>
  fields
    .filter((field, index) => fields.findIndex((other) => isSameSigner(other, field)) === index)
    .map(({ signerName }) => signerName)

import { signerKey } from 'shared/contract/signing-order'
import type { StoredField } from './view-field.ts'

/** The facts of a field that name its signer. */
export type StatedField = Pick<
  StoredField,
  'participant_id' | 'field_type' | 'signer_name' | 'signer_email' | 'signed_by_link_at'
>

/** Says who a person is, and decides which participant a new field gets. Rights and turns are the participant's. */
export const rowSignerKey = (field: StatedField): string =>
  signerKey({
    fieldId: field.participant_id,
    isOwner: field.field_type === 'PRIMARY',
    name: field.signer_name,
    email: field.signer_email,
    byPublicLink: field.signed_by_link_at !== null,
  })

/** In the order of each signer's first field. */
export const fieldsBySigner = <F extends StatedField>(
  fields: readonly F[],
  keyOf: (field: F) => string = rowSignerKey,
): Map<string, [F, ...F[]]> => {
  const groups = new Map<string, [F, ...F[]]>()
  for (const field of fields) {
    const key = keyOf(field)
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [field])
    else own.push(field)
  }
  return groups
}

/** Each signer once, by the name of their first field. */
export const rowSignerNames = (fields: readonly StoredField[]): string[] =>
  [...fieldsBySigner(fields).values()].map(([{ signer_name }]) => signer_name)

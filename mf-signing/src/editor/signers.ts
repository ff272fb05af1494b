import type { Field } from '../fields/field-lifecycle.ts'

/** A person who signs, with their fields in the order of the pages. */
export interface Signer {
  readonly key: string
  readonly name: string
  readonly email: string
  /** The owner of the document. */
  readonly isOwner: boolean
  readonly fields: readonly Field[]
}

const keyOf = (field: Field): string =>
  field.type === 'primary' ? 'owner' : `${field.signerEmail.toLowerCase()}|${field.signerName}`

/** The people behind the fields: the owner first, then in the order in which they were added. */
export const signersOf = (fields: readonly Field[]): readonly Signer[] => {
  const signers = new Map<string, Signer>()
  for (const field of fields) {
    const key = keyOf(field)
    const known = signers.get(key)
    const all = [...(known?.fields ?? []), field].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y)
    signers.set(key, {
      key,
      name: field.signerName,
      email: field.signerEmail,
      isOwner: field.type === 'primary',
      fields: all,
    })
  }
  return [...signers.values()].sort((a, b) => Number(b.isOwner) - Number(a.isOwner))
}

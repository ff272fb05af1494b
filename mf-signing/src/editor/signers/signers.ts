import { emailKey, signerKey } from 'shared/contract/signing-order'
import type { Field } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey, isByPublicLink } from '../../fields/same-signer.ts'

export interface Person {
  readonly name: string
  readonly email: string
}

export interface Signer extends Person {
  readonly key: string
  readonly isOwner: boolean
  /** Signed by public URL; name and address are unverified. */
  readonly byPublicLink: boolean
  readonly fields: readonly Field[]
}

/** An invited person, with or without a field. */
const personKey = ({ name, email }: Person): string =>
  signerKey({ fieldId: '', isOwner: false, name, email, byPublicLink: false })

export const signersOf = (fields: readonly Field[], people: readonly Person[] = []): readonly Signer[] => {
  const signers = new Map<string, Signer>(
    people.map((person) => [
      personKey(person),
      { ...person, key: personKey(person), isOwner: false, byPublicLink: false, fields: [] },
    ]),
  )
  for (const field of fields) {
    const key = fieldSignerKey(field)
    const known = signers.get(key)
    const own = [...(known?.fields ?? []), field].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y)
    signers.set(key, {
      ...(known ?? { name: field.signerName, email: field.signerEmail }),
      key,
      isOwner: field.type === 'primary',
      byPublicLink: isByPublicLink(field),
      fields: own,
    })
  }
  return [...signers.values()].sort((a, b) => Number(b.isOwner) - Number(a.isOwner))
}

export const knowsEmail = (signers: readonly Signer[], email: string): boolean =>
  signers.some((signer) => !signer.isOwner && emailKey(signer.email) === emailKey(email))

export const withoutField = (signers: readonly Signer[]): readonly Signer[] =>
  signers.filter(({ fields }) => fields.length === 0)

export const peopleWith = (people: readonly Person[], person: Person): readonly Person[] =>
  people.some((known) => personKey(known) === personKey(person)) ? people : [...people, person]

export const peopleWithout = (people: readonly Person[], person: Person): readonly Person[] =>
  people.filter((known) => personKey(known) !== personKey(person))

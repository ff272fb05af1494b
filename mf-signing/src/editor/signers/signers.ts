import type { Field } from '../../fields/field-lifecycle.ts'

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

export const OWNER_KEY = 'owner'

const personKey = ({ name, email }: Person): string => `${email.toLowerCase()}|${name}`
const personOf = ({ signerName, signerEmail }: Field): Person => ({ name: signerName, email: signerEmail })
const isByLink = (field: Field): boolean => field.status === 'signed' && field.byPublicLink === true
const signerKeyOf = (field: Field): string => {
  if (field.type === 'primary') return OWNER_KEY
  // A stated name never merges with an invited signer.
  return `${isByLink(field) ? 'link|' : ''}${personKey(personOf(field))}`
}

export const signersOf = (fields: readonly Field[], people: readonly Person[] = []): readonly Signer[] => {
  const signers = new Map<string, Signer>(
    people.map((person) => [
      personKey(person),
      { ...person, key: personKey(person), isOwner: false, byPublicLink: false, fields: [] },
    ]),
  )
  for (const field of fields) {
    const key = signerKeyOf(field)
    const own = [...(signers.get(key)?.fields ?? []), field].sort((a, b) => a.page - b.page || a.rect.y - b.rect.y)
    signers.set(key, {
      ...personOf(field),
      key,
      isOwner: field.type === 'primary',
      byPublicLink: isByLink(field),
      fields: own,
    })
  }
  return [...signers.values()].sort((a, b) => Number(b.isOwner) - Number(a.isOwner))
}

export const knowsEmail = (signers: readonly Signer[], email: string): boolean =>
  signers.some((signer) => !signer.isOwner && signer.email.toLowerCase() === email.toLowerCase())

export const withoutField = (signers: readonly Signer[]): readonly Signer[] =>
  signers.filter(({ fields }) => fields.length === 0)

export const peopleWith = (people: readonly Person[], person: Person): readonly Person[] =>
  people.some((known) => personKey(known) === personKey(person)) ? people : [...people, person]

export const peopleWithout = (people: readonly Person[], person: Person): readonly Person[] =>
  people.filter((known) => personKey(known) !== personKey(person))

import { emailKey, invitedSignerKey as personKey } from 'shared/contract/signing-order'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { fieldSignerKey, isByPublicLink } from '../../fields/same-signer.ts'

export interface SignerPerson {
  readonly name: string
  readonly email: string
}

export interface SigningParty extends SignerPerson {
  readonly key: string
  readonly isOwner: boolean
  /** Signed by public URL; name and address are unverified. */
  readonly byPublicLink: boolean
  readonly fields: readonly PlacedField[]
}

export const signersOf = (
  fields: readonly PlacedField[],
  people: readonly SignerPerson[] = [],
): readonly SigningParty[] => {
  const signers = new Map<string, SigningParty>(
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

export const knowsEmail = (signers: readonly SigningParty[], email: string): boolean =>
  signers.some((signer) => !signer.isOwner && emailKey(signer.email) === emailKey(email))

/** Another person may have the same address. */
export const knowsPerson = (signers: readonly SigningParty[], person: SignerPerson): boolean =>
  signers.some(({ key }) => key === personKey(person))

export const withoutField = (signers: readonly SigningParty[]): readonly SigningParty[] =>
  signers.filter(({ fields }) => fields.length === 0)

export const participantsWith = (people: readonly SignerPerson[], person: SignerPerson): readonly SignerPerson[] =>
  people.some((known) => personKey(known) === personKey(person)) ? people : [...people, person]

export const participantsWithout = (people: readonly SignerPerson[], person: SignerPerson): readonly SignerPerson[] =>
  people.filter((known) => personKey(known) !== personKey(person))

import { nameKey } from '../values/name-key.ts'

/** Takes the place of a name that its owner had removed. */
export const REMOVED_SIGNER_NAME = 'Firmante retirado'

export const OWNER_SIGNER_KEY = 'owner'

/** What a field says about its signer. */
export interface FieldSigner {
  /** Any id that no other field of the document has. */
  readonly fieldId: number | string
  /** The field is the owner's own (PRIMARY). */
  readonly isOwner: boolean
  readonly name: string
  /** Empty if unknown. */
  readonly email: string
  /** Signed by public link: name and address are stated, unverified. */
  readonly byPublicLink: boolean
}

/** Name and address of somebody who may get a field. */
export type StatedPerson = Pick<FieldSigner, 'name' | 'email'>

/** Two spellings of one address have the same key. Unicode's NFC, because a keyboard may write `é` as two characters. */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** Shown if there is no name; two of them may be two people. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['', 'Firmante', 'Invitado', REMOVED_SIGNER_NAME].map(nameKey))

const personKey = ({ name, email, fieldId }: FieldSigner): string => {
  const address = emailKey(email)
  const written = nameKey(name)
  if (address !== '') return `email ${address} ${written}`
  return PLACEHOLDERS.has(written) ? `field ${fieldId}` : `name ${written}`
}

/**
 * Decides who is stated as one signer of a document: fields with equal keys are one person. Name and address decide,
 * however they are written: one address may be two people. Grants nothing: a name proves no identity.
 */
export const signerKey = (signer: FieldSigner): string => {
  if (signer.isOwner) return OWNER_SIGNER_KEY
  // A stated identity never merges with an invited signer.
  return `${signer.byPublicLink ? 'link ' : ''}${personKey(signer)}`
}

/** The key of an invited person, with or without a field. */
export const invitedSignerKey = ({ name, email }: StatedPerson): string =>
  signerKey({ fieldId: '', isOwner: false, name, email, byPublicLink: false })

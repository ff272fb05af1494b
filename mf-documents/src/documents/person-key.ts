import type { Signer } from 'shared/contract'

/**
 * Signers of one document with equal keys are one person. An
 * earlier API sends no number: then the name decides, and keeps
 * self-declared names apart from the owner's.
 */
export const personKey = ({ person, name, by_public_link: byLink = false }: Signer): string =>
  person === undefined ? `${byLink} ${name.trim().toLocaleLowerCase('es-CR')}` : String(person)

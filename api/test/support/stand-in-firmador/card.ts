import { KeyObject, sign } from 'node:crypto'
import { type CardHolder, type CardOptions, createCardKeys, type Hierarchy } from './hierarchy.ts'

export interface Card {
  readonly holder: CardHolder
  /** The card's, not the certificate's. */
  readonly tokenSerialNumber: string
  readonly certificate: Uint8Array
  readonly algorithm: 'RSA_SHA256' | 'ECDSA_SHA256'
  sign(toBeSigned: Uint8Array): Uint8Array
}

export const ana: CardHolder = { firstName: 'ANA', lastName: 'ROJAS MORA', identification: 'CPF-01-0234-0567' }
export const luis: CardHolder = { firstName: 'LUIS', lastName: 'VARGAS SOLÍS', identification: 'CPF-02-0345-0678' }

let cards = 0

export const createCard = async (
  hierarchy: Hierarchy,
  holder: CardHolder,
  { kind = 'rsa', ...options }: CardOptions & { readonly kind?: 'rsa' | 'ec' } = {},
): Promise<Card> => {
  const keys = await createCardKeys(kind)
  const key = KeyObject.from(keys.privateKey)
  cards += 1
  return {
    holder,
    tokenSerialNumber: `7A${String(cards).padStart(14, '0')}`,
    certificate: await hierarchy.issue(holder, keys.publicKey, options),
    algorithm: kind === 'rsa' ? 'RSA_SHA256' : 'ECDSA_SHA256',
    sign: (toBeSigned) => new Uint8Array(sign('sha256', toBeSigned, key)),
  }
}

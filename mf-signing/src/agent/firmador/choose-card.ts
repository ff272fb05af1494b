import type { SignerIdentification } from '../identification.ts'
import { firmadorError } from './failures.ts'
import type { CardInReader } from './program.ts'

/** For comparison only; the server verifies the identity. */
const plain = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

/** Cards hold a second certificate, for authentication. */
const isForLogin = ({ commonName }: CardInReader): boolean => /AUTENTICACI[OÓ]N/i.test(commonName)

const cardHolderName = ({ firstName, lastName, commonName }: CardInReader): string =>
  `${firstName} ${lastName}`.trim() || commonName

const otherCards = (cards: readonly CardInReader[]): string => {
  const whose = [...new Set(cards.map((card) => `${cardHolderName(card)} (${card.identification})`))]
  const found = whose.length === 1 ? `está la tarjeta de ${whose[0]}` : `están las tarjetas de ${whose.join(' y de ')}`
  return `En el lector ${found}, y no la de la identificación que escribiste. Cambia la tarjeta o revisa el número.`
}

/** @throws AgentError if it is missing; the message names the cards found */
export const chooseCard = (cards: readonly CardInReader[], { number }: SignerIdentification): CardInReader => {
  const signing = cards.filter((card) => !isForLogin(card))
  if (signing.length === 0) throw firmadorError('no-card')
  const own = signing.find(({ identification }) => plain(identification) === plain(number))
  if (own === undefined) throw firmadorError('other-card', { text: otherCards(signing) })
  return own
}

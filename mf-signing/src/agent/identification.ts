export { identificationProblem } from 'shared/contract'

export type IdentificationType = 'nacional' | 'extranjero'

export interface SignerIdentification {
  readonly type: IdentificationType
  /** Format of the signing agent: `0#-####-####`, or twelve digits. */
  readonly number: string
}

const NATIONAL_DIGITS = 10
const FOREIGN_DIGITS = 12

const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const formatIdentification = (type: IdentificationType, typed: string): string => {
  const digits = digitsOf(typed)
  if (type === 'extranjero') return digits.slice(0, FOREIGN_DIGITS)
  const padded = (digits === '' || digits.startsWith('0') ? digits : `0${digits}`).slice(0, NATIONAL_DIGITS)
  return [padded.slice(0, 2), padded.slice(2, 6), padded.slice(6)].filter((part) => part !== '').join('-')
}

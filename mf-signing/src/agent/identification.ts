export { identificationProblem } from 'shared/contract'

/** Who somebody says to be: a national identity number, or a foreigner's DIMEX or DIDI number. */
export type IdentificationType = 'nacional' | 'extranjero'

export interface Identification {
  readonly type: IdentificationType
  /** As the signing agent takes it: `0#-####-####`, or twelve digits. */
  readonly number: string
}

const NATIONAL_DIGITS = 10
const FOREIGN_DIGITS = 12

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * What stands in the input after somebody typed or pasted: only digits, at their places. A national number may be typed
 * without its leading zero and without hyphens, as it stands on the card (`1 0234 0567`).
 */
export const formatIdentification = (type: IdentificationType, typed: string): string => {
  const digits = digitsOf(typed)
  if (type === 'extranjero') return digits.slice(0, FOREIGN_DIGITS)
  const padded = (digits === '' || digits.startsWith('0') ? digits : `0${digits}`).slice(0, NATIONAL_DIGITS)
  return [padded.slice(0, 2), padded.slice(2, 6), padded.slice(6)].filter((part) => part !== '').join('-')
}

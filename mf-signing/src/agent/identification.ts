/** Who somebody says to be: a national identity number, or a foreigner's DIMEX or DIDI number. */
export type IdentificationType = 'nacional' | 'extranjero'

export interface Identification {
  readonly type: IdentificationType
  /** As the signing agent takes it: `0#-####-####`, or twelve digits. */
  readonly number: string
}

export const identificationTexts = {
  missing: 'Por favor, ingrese su número de identificación',
  national: 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.',
  foreign: 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.',
} as const

const NATIONAL_DIGITS = 10
const FOREIGN_DIGITS = 12
const NATIONAL = /^0[1-9]-\d{4}-\d{4}$/
const FOREIGN = /^[15]\d{11}$/

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

/** The first rule that the number breaks, in the words that the person reads. */
export const identificationProblem = ({ type, number }: Identification): string | undefined => {
  const text = number.trim()
  if (text === '') return identificationTexts.missing
  if (type === 'nacional') return NATIONAL.test(text) ? undefined : identificationTexts.national
  return FOREIGN.test(text) ? undefined : identificationTexts.foreign
}

import type { Identification } from 'shared/contract'

/**
 * Serial number prefixes of the national hierarchy
 * (Política de certificados, 3.1.4, v2): CPF for
 * nationals, NUP for residents, DIDI for diplomats.
 */
const PREFIXES: Readonly<Record<Identification['type'], readonly string[]>> = {
  nacional: ['CPF'],
  extranjero: ['NUP', 'DIDI'],
}

const SERIAL_NUMBER = /^(?<prefix>[A-Z]{3,5})-(?<number>\d+(?:-\d+)*)$/

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** @param serialNumber from the subject, e.g. `CPF-01-0234-0567` */
export const carriesIdentification = (serialNumber: string, { type, number }: Identification): boolean => {
  const groups = SERIAL_NUMBER.exec(serialNumber)?.groups
  if (groups === undefined || digitsOf(number) === '') return false
  return PREFIXES[type].includes(groups.prefix ?? '') && digitsOf(groups.number ?? '') === digitsOf(number)
}

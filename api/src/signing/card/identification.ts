import type { Identification } from 'shared/contract'

/**
 * What stands before the number in a certificate of the national hierarchy (Política de certificados, 3.1.4, v2):
 * nationals have their identity number, foreigners their single number of residence; diplomats' cards name the document.
 */
const PREFIXES: Readonly<Record<Identification['type'], readonly string[]>> = {
  nacional: ['CPF'],
  extranjero: ['NUP', 'DIDI'],
}

const SERIAL_NUMBER = /^(?<prefix>[A-Z]{3,5})-(?<number>\d+(?:-\d+)*)$/

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whether the serial number in a certificate's subject (`CPF-01-0234-0567`) is that of the identification. */
export const carriesIdentification = (serialNumber: string, { type, number }: Identification): boolean => {
  const groups = SERIAL_NUMBER.exec(serialNumber)?.groups
  if (groups === undefined || digitsOf(number) === '') return false
  return PREFIXES[type].includes(groups.prefix ?? '') && digitsOf(groups.number ?? '') === digitsOf(number)
}

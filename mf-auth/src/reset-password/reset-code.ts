import { RESET_CODE_LENGTH } from 'shared/contract/accounts'

/**
 * Extracts the digits of '123 456',
 * '123-456' or 'Tu código es 123456.'
 */
export const codeIn = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, RESET_CODE_LENGTH)

export const isWholeCode = (code: string): boolean => code.length === RESET_CODE_LENGTH

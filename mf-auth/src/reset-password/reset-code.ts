import { RESET_CODE_LENGTH } from 'shared/contract/accounts'

/** The digits of a text, as many as a code has: '123 456', '123-456' and 'Tu código es 123456.' are all one code. */
export const codeIn = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, RESET_CODE_LENGTH)

/** Whether all digits of a code are there. */
export const isWholeCode = (code: string): boolean => code.length === RESET_CODE_LENGTH

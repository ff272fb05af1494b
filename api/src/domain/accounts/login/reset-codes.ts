import { createHmac, randomInt } from 'node:crypto'
import { RESET_CODE_LENGTH } from 'shared/contract/accounts'

declare module '../../../platform/services.ts' {
  interface ApiServices {
    readonly resetCodes: ResetCodes
  }
}

export interface ResetCodes {
  /** Distinct codes identify accounts. */
  draw(count: number): string[]
  hash(requestId: number, code: string): string
}

/** How many there are. */
const CODES = 10 ** RESET_CODE_LENGTH

/**
 * A million codes are searched quickly, so the
 * hash needs a key from outside the database.
 */
export const createResetCodes = (key: Uint8Array): ResetCodes => ({
  draw: (count) => {
    const codes = new Set<string>()
    while (codes.size < count) codes.add(String(randomInt(CODES)).padStart(RESET_CODE_LENGTH, '0'))
    return [...codes]
  },
  hash: (requestId, code) => createHmac('sha256', key).update(`${requestId} ${code}`).digest('hex'),
})

import { createHmac, randomInt } from 'node:crypto'
import { RESET_CODE_LENGTH } from 'shared/contract/accounts'

export interface ResetCodes {
  /** So many new codes, no two the same: each one names its account. */
  draw(count: number): string[]
  /** What a code of a request is stored and looked up by. */
  hash(requestId: number, code: string): string
}

const CODES = 10 ** RESET_CODE_LENGTH

/**
 * Codes to choose a new password with. A million codes are tried in no time, whatever the hash: so the hash needs a key
 * that is not in the database.
 */
export const createResetCodes = (key: Uint8Array): ResetCodes => ({
  draw: (count) => {
    const codes = new Set<string>()
    while (codes.size < count) codes.add(String(randomInt(CODES)).padStart(RESET_CODE_LENGTH, '0'))
    return [...codes]
  },
  hash: (requestId, code) => createHmac('sha256', key).update(`${requestId} ${code}`).digest('hex'),
})

import { DAY, MINUTE } from '../../../platform/clock.ts'

export const ACCESS_TOKEN_LIFE = 30 * MINUTE
export const REFRESH_TOKEN_LIFE = 30 * DAY
export const TOKEN_TYPE = 'Bearer'
export const TOKEN_SCOPE = 'read write'

export const RESET_CODE_LIFE = 10 * MINUTE
/** Including successful attempts. */
export const RESET_ATTEMPTS_MAX = 5
/** Verified accounts; oldest first. */
export const RESET_ACCOUNTS_MAX = 50
/** Without verified accounts: the oldest and newest N. */
export const RESET_CLAIMS_MAX = 5

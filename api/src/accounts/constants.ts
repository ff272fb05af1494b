import { DAY, MINUTE } from '../clock.ts'

/** How long an access token is good for, in milliseconds. */
export const ACCESS_TOKEN_LIFE = 30 * MINUTE
/** How long a session lives without being renewed, in milliseconds. */
export const REFRESH_TOKEN_LIFE = 30 * DAY
export const TOKEN_TYPE = 'Bearer'
export const TOKEN_SCOPE = 'read write'

/** How long a reset code can be used, in milliseconds. */
export const RESET_CODE_LIFE = 10 * MINUTE
/** Tries at the codes of one request, right ones included. */
export const RESET_ATTEMPTS_MAX = 5
/** Accounts that have proven an address and get a code in one request; the oldest go first. */
export const RESET_ACCOUNTS_MAX = 50
/** Where no account has proven the address: so many of the oldest and of the newest. */
export const RESET_CLAIMS_MAX = 5

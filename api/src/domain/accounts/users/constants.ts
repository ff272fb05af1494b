import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'

/** Milliseconds. The page refreshes it; a stolen one ends soon. */
export const ACCESS_TOKEN_LIFE = 30 * MINUTE_MS
/** Milliseconds without a visit after which a person logs in again. */
export const REFRESH_TOKEN_LIFE = 30 * DAY_MS
export const TOKEN_TYPE = 'Bearer'
/** Constant in the specification's token reply; see `programScopes` for those of programs. */
export const TOKEN_SCOPE = 'read write'

/** Milliseconds. A code has six digits, so it must not live long. */
export const RESET_CODE_LIFE = 10 * MINUTE_MS
/** Including successful attempts. */
export const RESET_ATTEMPTS_MAX = 5
/** Verified accounts; oldest first. */
export const RESET_ACCOUNTS_MAX = 50
/** Without verified accounts: the oldest and newest N. */
export const RESET_CLAIMS_MAX = 5

import { DAY, MINUTE } from '../clock.ts'

/** How long an access token is good for, in milliseconds. */
export const ACCESS_TOKEN_LIFE = 30 * MINUTE
/** How long a session lives without being renewed, in milliseconds. */
export const REFRESH_TOKEN_LIFE = 30 * DAY
export const TOKEN_TYPE = 'Bearer'
export const TOKEN_SCOPE = 'read write'

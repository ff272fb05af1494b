/**
 * Milliseconds. The API stops first: after the site
 * has answered 504, nothing may be stored.
 */
export const UPLOAD_WAITS = { api: 45_000, site: 60_000 } as const

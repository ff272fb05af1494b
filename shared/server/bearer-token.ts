import { createHash, timingSafeEqual } from 'node:crypto'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Compares in constant time.
 *
 * @param token '' accepts nothing
 */
export const hasBearerToken = (authorization: string | undefined, token: string): boolean =>
  token !== '' && timingSafeEqual(sha256(authorization ?? ''), sha256(`Bearer ${token}`))

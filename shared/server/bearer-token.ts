import { isSameSecret } from './hashes.ts'

/**
 * Compares in constant time.
 *
 * @param token '' accepts nothing
 */
export const hasBearerToken = (authorization: string | undefined, token: string): boolean =>
  token !== '' && isSameSecret(authorization ?? '', `Bearer ${token}`)

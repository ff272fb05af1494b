import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256, hexadecimal, lower case. */
export const hashHex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Source of an inline script or style in a Content-Security-Policy. */
export const policyHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time, whatever the lengths. */
export const isSameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new opaque token, 256 random bits in base64url. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What a token is stored and looked up by: SHA-256, hexadecimal. A random 256-bit token needs no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

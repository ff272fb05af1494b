import { randomBytes } from 'node:crypto'
import { hashHex } from 'shared/server'

const TOKEN_BYTES = 32

/** 256 random bits, base64url. Only the hash is stored. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** SHA-256, hex. Random tokens need no slow hash. */
export const hashToken = (token: string): string => hashHex(token)

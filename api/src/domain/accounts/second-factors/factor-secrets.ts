import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { base32 } from './totp.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    readonly factorSecrets: FactorSecrets
  }
}

/** The key is outside the database. */
export interface FactorSecrets {
  seal(userId: number, secret: Uint8Array): string
  open(userId: number, sealed: string): Buffer
  hashCode(userId: number, code: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export const createFactorSecrets = (key: Uint8Array): FactorSecrets => {
  const derived = (use: string): Buffer => createHmac('sha256', key).update(use).digest()
  const sealingKey = derived('totp')
  const codeKey = derived('recovery')
  return {
    seal: (userId, secret) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(String(userId)))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open: (userId, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES))
      cipher.setAAD(Buffer.from(String(userId))).setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()])
    },
    hashCode: (userId, code) => createHmac('sha256', codeKey).update(`${userId} ${code}`).digest('hex'),
  }
}

const RECOVERY_CODES = 10
/** 50 bits, enough with rate limits. */
const RECOVERY_LENGTH = 10

export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(randomBytes(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH).toLowerCase()
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })

export const normaliseRecoveryCode = (typed: string): string => {
  const text = typed.toLowerCase().replace(/[^a-z2-7]/g, '')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

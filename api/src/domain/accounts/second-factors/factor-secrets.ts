import { createHmac, randomBytes } from 'node:crypto'
import { createSecretBox } from '../../../platform/storage/secret-box.ts'
import { encodeBase32 } from './totp.ts'

declare module '../../../platform/services.ts' {
  interface ApiServices {
    readonly factorSecrets: FactorSecrets
  }
}

/** The key is outside the database. */
export interface FactorSecrets {
  seal(userId: number, secret: Uint8Array): string
  open(userId: number, sealed: string): Buffer
  hashCode(userId: number, code: string): string
}

/** @param key of `second-factor.key`; each use derives its own, so that no value fits two uses */
export const createFactorSecrets = (key: Uint8Array): FactorSecrets => {
  const derived = (use: string): Buffer => createHmac('sha256', key).update(use).digest()
  const codeKey = derived('recovery')
  return {
    ...createSecretBox(derived('totp')),
    hashCode: (userId, code) => createHmac('sha256', codeKey).update(`${userId} ${code}`).digest('hex'),
  }
}

/** Each of ten characters in Base32: 50 bits, too many to guess against an HMAC. */
const RECOVERY_CODES = 10
/** 50 bits, enough with rate limits. */
const RECOVERY_LENGTH = 10

/** Texts such as `abcde-fghij`; store them with `hashCode`. */
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = encodeBase32(randomBytes(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH).toLowerCase()
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })

/** Accepts capitals, spaces and a missing hyphen. */
export const normaliseRecoveryCode = (typed: string): string => {
  const text = typed.toLowerCase().replace(/[^a-z2-7]/g, '')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

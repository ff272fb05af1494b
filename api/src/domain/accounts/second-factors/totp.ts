import { createHmac, randomBytes } from 'node:crypto'
import { TOTP_LENGTH } from 'shared/contract/accounts'

/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20
/** Milliseconds. */
const STEP = 30_000
/** Steps that clocks may differ, to either side (RFC 6238, section 6). */
const DRIFT = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, section 6, without padding. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31]
}

/** 160 bits (RFC 4226, section 4, R6). */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** HOTP (RFC 4226, section 5.3). */
const codeOfStep = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** TOTP_LENGTH).padStart(TOTP_LENGTH, '0')
}

const stepAt = (now: number): number => Math.floor(now / STEP)

/** RFC 6238, SHA-1, 30 seconds. @param now milliseconds */
export const totpAt = (secret: Uint8Array, now: number): string => codeOfStep(secret, stepAt(now))

/** Must follow the last used step (RFC 6238, section 5.2). */
export const matchingStep = (
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | undefined => {
  const middle = stepAt(now)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => middle - DRIFT + index)
  return steps.find((step) => step > lastStep && codeOfStep(secret, step) === code)
}

/** For the QR code, in the form of Google Authenticator that apps read. */
export const totpUri = (secret: Uint8Array, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: encodeBase32(secret), issuer })}`

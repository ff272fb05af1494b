import crypto, { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from 'shared/server'

/** argon2id, OWASP Password Storage Cheat Sheet. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
// New in Node 24: a named import would stop older ones before `shared/node` says what is needed.
const deriveAtOnce: Derive = promisify(crypto.argon2)

/** libuv's four threads also serve file I/O. */
const HASHES_AT_ONCE = 2
/** About three seconds of work. */
const HASHES_WAITING = 100
const semaphore = createSemaphore(HASHES_AT_ONCE, HASHES_WAITING)
const derive: Derive = (...parameters) => semaphore.run(() => deriveAtOnce(...parameters))

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** RFC 8265, section 4.2.2. */
const normalisePassword = (password: string): string => password.normalize('NFC')

/** @returns a PHC string with its parameters */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', { message: normalisePassword(password), nonce, tagLength: TAG_BYTES, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Uses the parameters in `phc`, so passwords hashed with earlier ones still verify. */
export const verifyPassword = async (password: string, phc: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc) ?? []
  const expected = Buffer.from(hash, 'base64')
  if (expected.length === 0) return false
  const actual = await derive('argon2id', {
    message: normalisePassword(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Hash that no password opens, made once. */
const NOBODY = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

/** Equalises timing for unknown accounts. */
export const verifyNobody = async (password: string): Promise<false> => {
  await verifyPassword(password, await NOBODY)
  return false
}

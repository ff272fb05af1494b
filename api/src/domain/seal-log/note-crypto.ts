import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  cosignatureOf,
  cosignedBytes,
  LOG_KEY,
  type NoteCrypto,
  type NoteKey,
  type NoteSignature,
  noteKeyOf,
  WITNESS_KEY,
} from 'shared/contract/transparency-log'

/** RFC 8410: a raw key of Ed25519 within its structure. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const SECRET_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

export const noteCrypto: NoteCrypto = {
  sha256,
  verify: (publicKey, message, signature) => {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  },
}

/** A log's or a witness's key with which this process signs. */
export interface NoteSigner {
  readonly key: NoteKey
  sign(text: string, time: number): NoteSignature
}

const keysOf = (seed: Uint8Array): { readonly secret: KeyObject; readonly raw: Uint8Array<ArrayBuffer> } => {
  const secret = createPrivateKey({ key: Buffer.concat([SECRET_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const encoded = createPublicKey(secret).export({ format: 'der', type: 'spki' })
  return { secret, raw: new Uint8Array(encoded).slice(PUBLIC_PREFIX.length) }
}

/** @param seed 32 secret bytes @param name the log's origin */
export const createLogSigner = async (seed: Uint8Array, name: string): Promise<NoteSigner> => {
  const { secret, raw } = keysOf(seed)
  const key = await noteKeyOf(name, LOG_KEY, raw, sha256)
  return {
    key,
    sign: (text) => ({ name, keyId: key.id, signature: new Uint8Array(sign(null, Buffer.from(text), secret)) }),
  }
}

/** @param seed 32 secret bytes. `time` of its signatures: seconds since the epoch. */
export const createWitnessSigner = async (seed: Uint8Array, name: string): Promise<NoteSigner> => {
  const { secret, raw } = keysOf(seed)
  const key = await noteKeyOf(name, WITNESS_KEY, raw, sha256)
  return { key, sign: (text, time) => cosignatureOf(key, time, sign(null, cosignedBytes(text, time), secret)) }
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from 'shared/contract/accounts'

export interface Authenticator {
  create(options: Record<string, unknown>, origin?: string): NewPasskey
  use(options: Record<string, unknown>, origin?: string): PasskeyAnswer
  /** As a copy of the authenticator that was made at this count would. */
  rewindCounter(count: number): void
  /** From then on, nobody touches or unlocks it: WebAuthn 6.1, flags UP and UV. */
  skipVerification(): void
}

export const SITE = 'https://trazo.example'

const PRESENT = 0x01
const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

/** CBOR (RFC 8949); bytes shorter than 65536. */
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const url = (bytes: Buffer): string => bytes.toString('base64url')

export const createAuthenticator = (id = randomBytes(16)): Authenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let presence = PRESENT_AND_VERIFIED
  const clientData = (type: string, options: Record<string, unknown>, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }))
  const authData = (flags: number, origin: string): Buffer => {
    counter += 1
    const tail = Buffer.from([flags, 0, 0, 0, 0])
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), tail])
  }
  return {
    rewindCounter: (count) => {
      counter = count
    },
    skipVerification: () => {
      presence = PRESENT
    },
    create: (options, origin = SITE) => {
      const point = [x, y].map((part) => Buffer.from(part, 'base64url'))
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: EC2, ES256, P-256 (RFC 9053).
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        point[0] ?? Buffer.alloc(0),
        Buffer.from([0x22, 0x58, 0x20]),
        point[1] ?? Buffer.alloc(0),
      ])
      const length = Buffer.from([0, id.length])
      const flags = presence | WITH_CREDENTIAL
      const data = Buffer.concat([authData(flags, origin), Buffer.alloc(16), length, id, cose])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(data)],
      ])
      const response = {
        clientDataJSON: url(clientData('webauthn.create', options, origin)),
        attestationObject: url(attestation),
        transports: ['internal'],
      }
      return { id: url(id), rawId: url(id), type: 'public-key', response }
    },
    use: (options, origin = SITE) => {
      const data = authData(presence, origin)
      const client = clientData('webauthn.get', options, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = { clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) }
      return { id: url(id), rawId: url(id), type: 'public-key', response }
    },
  }
}

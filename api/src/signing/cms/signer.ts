import { generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Signs with ECDSA P-256 and SHA-256. The only thing that differs between a key in memory, a key service,
 * PKCS#11 and a national card; `der` is what is signed (not its digest), the answer a DER ECDSA-Sig-Value.
 */
export interface Signer {
  sign(der: Uint8Array): Promise<Uint8Array>
}

const signAsync = promisify(sign)

/** Signs with a key in memory. */
export const keySigner = (key: KeyObject): Signer => ({
  sign: async (der) => new Uint8Array(await signAsync('sha256', der, key)),
})

/** A key that signs for one occasion: it is never stored, and `destroy` lets go of it. */
export interface OneTimeKey extends Signer {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  destroy(): void
}

const generateAsync = promisify(generateKeyPair)

export async function createOneTimeKey(): Promise<OneTimeKey> {
  const pair = await generateAsync('ec', { namedCurve: 'P-256' })
  let key: KeyObject | undefined = pair.privateKey
  return {
    publicKey: new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' })),
    async sign(der) {
      if (key === undefined) throw new Error('the one-time key is already destroyed')
      return keySigner(key).sign(der)
    },
    destroy() {
      key = undefined
    },
  }
}

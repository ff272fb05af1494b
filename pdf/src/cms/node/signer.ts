import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { signBytes } from './algorithms.ts'

/**
 * Signs with ECDSA P-256 and SHA-256. The only thing that differs between a key in memory, a key service,
 * PKCS#11 and a national card; `der` is what is signed (not its digest), the answer a DER ECDSA-Sig-Value.
 */
export interface Signer {
  sign(der: Uint8Array): Promise<Uint8Array>
}

/** Signs with a key in memory. */
export const keySigner = (key: KeyObject): Signer => ({
  sign: (der) => signBytes('sha256', der, key),
})

/** A key that signs for one occasion: it is never stored, and `destroy` lets go of it. */
export interface OneTimeKey extends Signer {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  destroy(): void
}

/** Makes one at once: such a key takes less time than handing the work to another thread. */
export function createOneTimeKey(): OneTimeKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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

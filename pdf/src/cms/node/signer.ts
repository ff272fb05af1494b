import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { signBytes } from './algorithms.ts'

/**
 * ECDSA P-256 with SHA-256, over any key storage.
 * @param der the data, not its digest
 * @returns DER ECDSA-Sig-Value
 */
export interface KeySigner {
  sign(der: Uint8Array): Promise<Uint8Array>
}

export const keySigner = (key: KeyObject): KeySigner => ({
  sign: (der) => signBytes('sha256', der, key),
})

/** An ephemeral key, never stored. */
export interface OneTimeKey extends KeySigner {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  destroy(): void
}

/** Synchronous: faster than a thread switch. */
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

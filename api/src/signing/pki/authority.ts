import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { Issuer } from './issue-leaf.ts'

/** An authority whose key is here. */
export interface OpenAuthority extends Issuer {
  /** DER: its own certificate, then those up to the root. */
  readonly chain: readonly [Uint8Array, ...Uint8Array[]]
}

/** Whether a private key is that of a certificate. */
export const isKeyOf = (key: KeyObject, certificate: X509Certificate): boolean =>
  createPublicKey(key).equals(certificate.publicKey)

/** @param above DER of what leads from it to the root, and the root's */
export const openAuthority = (
  certificate: X509Certificate,
  key: KeyObject,
  above: readonly Uint8Array[],
): OpenAuthority => ({ certificate, key, chain: [new Uint8Array(certificate.raw), ...above] })

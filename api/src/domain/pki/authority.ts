import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { LeafIssuer } from './issue-leaf.ts'

/** An issuing authority with its key. `chain`: DER, from the authority to the root. */
export interface OpenAuthority extends LeafIssuer {
  readonly chain: readonly [Uint8Array, ...Uint8Array[]]
}

/** A key file and a certificate file may come from different back-ups. */
export const isKeyOf = (key: KeyObject, certificate: X509Certificate): boolean =>
  createPublicKey(key).equals(certificate.publicKey)

/** @param above DER, up to the root */
export const openIssuingAuthority = (
  certificate: X509Certificate,
  key: KeyObject,
  above: readonly Uint8Array[],
): OpenAuthority => ({ certificate, key, chain: [new Uint8Array(certificate.raw), ...above] })

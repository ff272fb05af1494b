import type { X509Certificate } from 'node:crypto'

/**
 * Certificates whose end somebody has to see coming: the platform's own three; the organisation's or the customer's
 * authority with what leads to its root (`own`); and those that TSA_CA and SIGNING_AGENT_CA name.
 */
export const certificateNames = ['root', 'issuing', 'tsa', 'own', 'tsa-authorities', 'card-authorities'] as const
export type CertificateName = (typeof certificateNames)[number]

export interface WatchedCertificates {
  readonly name: CertificateName
  /** SHA-256, hexadecimal, in order. */
  readonly fingerprints: readonly string[]
  /** When the first of them ends, in milliseconds. */
  readonly ends: number
}

/** Several that serve together; undefined without any. */
export const watchedAs = (
  name: CertificateName,
  certificates: readonly X509Certificate[],
): WatchedCertificates | undefined => {
  if (certificates.length === 0) return undefined
  const fingerprints = certificates.map(({ fingerprint256 }) => fingerprint256.replaceAll(':', '').toLowerCase())
  return {
    name,
    fingerprints: fingerprints.sort(),
    ends: Math.min(...certificates.map(({ validTo }) => Date.parse(validTo))),
  }
}

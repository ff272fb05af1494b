import type { X509Certificate } from 'node:crypto'

/**
 * `own`: customer or organisation; the
 * last two: TSA_CA and SIGNING_AGENT_CA.
 */
export const certificateNames = ['root', 'issuing', 'tsa', 'own', 'tsa-authorities', 'card-authorities'] as const
export type CertificateName = (typeof certificateNames)[number]

export interface WatchedCertificates {
  readonly name: CertificateName
  /** SHA-256, hexadecimal, sorted. */
  readonly fingerprints: readonly string[]
  /** Earliest end, in milliseconds. */
  readonly ends: number
}

/** Undefined for an empty list. */
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

import type { X509Certificate } from 'node:crypto'
import type { RevokedCertificate } from 'pdf/cms/node'
import { bytesToHex, hashWith, publicKeyBits, serialOf } from 'pdf/cms/node'
import type { CertificatePurpose } from '../../platform/database/schema.ts'

/** Recorded before the certificate is used: OCSP answers «good» only for these. */
export interface IssuedCertificate {
  /** SHA-256 of the authority's key, hexadecimal. */
  readonly issuer: string
  /** Hexadecimal, lower case. */
  readonly serialNumber: string
  readonly purpose: CertificatePurpose
  readonly validTo: Date
  readonly issuedAt: Date
}

/** Issued certificates; all others count as unknown. */
export interface CertificateRegister {
  add(certificate: IssuedCertificate): Promise<void>
  find(issuer: string, serialNumber: string): Promise<{ readonly revoked: RevokedCertificate | undefined } | undefined>
  /** Includes expired certificates: signatures outlive them. */
  revoked(issuer: string): Promise<readonly RevokedCertificate[]>
}

/** Stays equal when the authority's certificate is renewed. */
export const issuerIdOf = (authority: X509Certificate): string =>
  bytesToHex(hashWith('sha256', publicKeyBits(authority)))

/** The register's entry of a certificate that was just issued. */
export const issuedBy = (
  authority: X509Certificate,
  certificate: X509Certificate,
  purpose: CertificatePurpose,
  issuedAt: Date,
): IssuedCertificate => ({
  issuer: issuerIdOf(authority),
  serialNumber: serialOf(certificate),
  purpose,
  validTo: new Date(certificate.validTo),
  issuedAt,
})

/** For self-tests and tests; the API uses `createStoredRegister`. */
export interface MemoryRegister extends CertificateRegister {
  revoke(issuer: string, revoked: RevokedCertificate): void
}

export const createMemoryRegister = (): MemoryRegister => {
  const issued = new Set<string>()
  const revoked = new Map<string, RevokedCertificate>()
  const key = (issuer: string, serialNumber: string): string => `${issuer} ${serialNumber}`
  return {
    add: async ({ issuer, serialNumber }) => void issued.add(key(issuer, serialNumber)),
    find: async (issuer, serialNumber) => {
      const id = key(issuer, serialNumber)
      return issued.has(id) ? { revoked: revoked.get(id) } : undefined
    },
    revoked: async (issuer) => [...revoked].filter(([id]) => id.startsWith(`${issuer} `)).map(([, each]) => each),
    revoke: (issuer, each) => void revoked.set(key(issuer, each.serialNumber), each),
  }
}

import { X509Certificate } from 'node:crypto'
import { compareBytes, derOid, extensionOf, objectIdentifiers, SignatureError, subjectName } from '../index.ts'
import { verifyWith } from './algorithms.ts'
import { type DecodedCrl, decodeCrl } from './crl.ts'
import { type CertificateStatus, decodeOcspResponse, isOfIssuer, serialOf } from './ocsp.ts'
import { isSignedBy } from './verify-signed-data.ts'

/** Milliseconds, for the clocks of others. */
export const CLOCK_TOLERANCE = 5 * 60 * 1000

const revocationRefused = (message: string): SignatureError => new SignatureError('REVOCATION_REFUSED', message)

/** Valid at this moment, with clock tolerance. */
const checkCurrent = (thisUpdate: Date, nextUpdate: Date | undefined, at: Date): void => {
  if (thisUpdate.getTime() > at.getTime() + CLOCK_TOLERANCE) throw revocationRefused('the answer is from the future')
  if (nextUpdate !== undefined && nextUpdate.getTime() < at.getTime() - CLOCK_TOLERANCE)
    throw revocationRefused('the answer is out of date')
}

const isDelegated = (responder: X509Certificate, issuer: X509Certificate, at: Date): boolean => {
  const usage = extensionOf(responder.raw, objectIdentifiers.extendedKeyUsage)
  const isResponder =
    usage !== undefined && Buffer.from(usage.value).includes(Buffer.from(derOid(objectIdentifiers.ocspSigning)))
  // A new certificate may be younger than the request.
  const isValid = at.getTime() >= Date.parse(responder.validFrom) - CLOCK_TOLERANCE && at <= new Date(responder.validTo)
  return isResponder && isValid && responder.checkIssued(issuer) && isSignedBy(responder, issuer)
}

/** A response that was verified. The responder's certificate becomes evidence, too. */
export interface CheckedOcsp {
  readonly status: CertificateStatus
  /** Undefined if the issuer itself signed. */
  readonly responder: X509Certificate | undefined
}

/**
 * Verifies an OCSP response of the issuer or its delegate (RFC 6960, 3.2 and 4.2.2.2).
 *
 * @param encoded OCSPResponse, DER
 * @param issuer already trusted
 * @throws SignatureError REVOCATION_REFUSED, ASN1_MALFORMED
 */
export const checkOcsp = (
  encoded: Uint8Array,
  certificate: X509Certificate,
  issuer: X509Certificate,
  { at, nonce }: { readonly at: Date; readonly nonce?: Uint8Array },
): CheckedOcsp => {
  const { tbs, algorithm, value, certificates, singles, nonce: echoed } = decodeOcspResponse(encoded)
  // Responders may omit the nonce, but must not return another.
  if (nonce !== undefined && echoed !== undefined && compareBytes(echoed, nonce) !== 0)
    throw revocationRefused('the answer is to another question')
  const delegated = certificates.map((der) => new X509Certificate(der)).filter((each) => isDelegated(each, issuer, at))
  // Nearly always a delegate.
  const signer = [...delegated, issuer].find(({ publicKey }) => verifyWith(publicKey, algorithm, tbs, value))
  if (signer === undefined) throw revocationRefused('the answer is not signed by the issuer or its responder')
  const serial = serialOf(certificate)
  const single = singles.find(({ id }) => id.serialNumber === serial && isOfIssuer(id, issuer))
  if (single === undefined) throw revocationRefused('the answer is about another certificate')
  checkCurrent(single.thisUpdate, single.nextUpdate, at)
  return { status: single.status, responder: signer === issuer ? undefined : signer }
}

/** Critical extensions of a list that `checkCrl` accepts. */
const UNDERSTOOD: readonly string[] = [objectIdentifiers.crlNumber, objectIdentifiers.authorityKeyIdentifier]

/**
 * Verifies a list and looks the certificate up (RFC 5280, 6.3).
 *
 * @param encoded DER
 * @param issuer of both, already trusted
 * @param at moment at which the list must be current
 * @throws SignatureError REVOCATION_REFUSED, ASN1_MALFORMED
 */
export const checkCrl = (
  encoded: Uint8Array,
  certificate: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): CertificateStatus => {
  const crl: DecodedCrl = decodeCrl(encoded)
  if (compareBytes(crl.issuer, subjectName(issuer.raw)) !== 0)
    throw revocationRefused('the list is that of another authority')
  // Partitioned and delta CRLs prove nothing.
  const unknown = crl.critical.find((id) => !UNDERSTOOD.includes(id))
  if (unknown !== undefined) throw revocationRefused(`the list has an extension that is not known (${unknown})`)
  if (!verifyWith(issuer.publicKey, crl.algorithm, crl.tbs, crl.value))
    throw revocationRefused('the list is not the issuer’s')
  checkCurrent(crl.thisUpdate, crl.nextUpdate, at)
  const revoked = crl.find(serialOf(certificate))
  return revoked === undefined ? { kind: 'good' } : { kind: 'revoked', ...revoked }
}

/** The bytes become evidence. */
export type RevocationCheck =
  | {
      readonly kind: 'answered'
      readonly status: Exclude<CertificateStatus, { kind: 'unknown' }>
      readonly ocsp?: Uint8Array
      readonly crl?: Uint8Array
    }
  /** No trusted answer. */
  | { readonly kind: 'unanswered'; readonly reason: string }

/** The issuer must be trusted. */
export type AskRevocation = (
  certificate: X509Certificate,
  issuer: X509Certificate,
  at: Date,
) => Promise<RevocationCheck>

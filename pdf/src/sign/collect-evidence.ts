import type { X509Certificate } from 'node:crypto'
import { commonNameOf } from '../cms/index.ts'
import { type AskRevocation, checkCrl, checkOcsp, type RevocationCheck } from '../cms/node/check-revocation.ts'
import { isNoCheck } from '../cms/node/ocsp.ts'
import { type CertificateTrust, verifyChain } from '../cms/node/verify-signed-data.ts'

/** Long-term validation data (ETSI EN 319 142-1, 5.4.2): unique DER values. */
export interface ValidationEvidence {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
  /** Common names of certificates without revocation data. */
  readonly missing: readonly string[]
}

/** Undefined for certificates of external authorities. */
export interface OwnAuthorities {
  ocspFor(certificate: X509Certificate, issuer: X509Certificate): Promise<Uint8Array | undefined>
  crlOf(authority: X509Certificate): Promise<Uint8Array | undefined>
}

/** Who answers for a certificate; nothing is asked for certificates without a chain to `trust`. */
export interface EvidenceSources {
  /** For the platform's authorities. */
  readonly publisher: OwnAuthorities
  /** For external authorities. */
  readonly ask: AskRevocation
  readonly trust: CertificateTrust
}

/** A certificate and the moment at which it had to be valid. */
export interface UsedCertificate {
  readonly certificate: X509Certificate
  readonly at: Date
}

interface Found {
  readonly revocation: RevocationCheck
  readonly responder: X509Certificate | undefined
}

const answered = (
  status: ReturnType<typeof checkCrl>,
  words: { readonly ocsp: Uint8Array } | { readonly crl: Uint8Array },
): RevocationCheck =>
  status.kind === 'unknown'
    ? { kind: 'unanswered', reason: 'the register does not have it' }
    : { kind: 'answered', status, ...words }

const fromHere = async (
  { publisher }: EvidenceSources,
  certificate: X509Certificate,
  issuer: X509Certificate,
  now: Date,
): Promise<Found | undefined> => {
  if (certificate.ca) {
    const crl = await publisher.crlOf(issuer)
    return crl && { revocation: answered(checkCrl(crl, certificate, issuer, now), { crl }), responder: undefined }
  }
  const ocsp = await publisher.ocspFor(certificate, issuer)
  if (ocsp === undefined) return undefined
  const { status, responder } = checkOcsp(ocsp, certificate, issuer, { at: now })
  return { revocation: answered(status, { ocsp }), responder }
}

const fromAuthority = async (
  { ask }: EvidenceSources,
  certificate: X509Certificate,
  issuer: X509Certificate,
  now: Date,
): Promise<Found> => {
  const revocation = await ask(certificate, issuer, now)
  const ocsp = revocation.kind === 'answered' ? revocation.ocsp : undefined
  const responder = ocsp && checkOcsp(ocsp, certificate, issuer, { at: now }).responder
  return { revocation, responder }
}

const clears = (crl: Uint8Array, ...[certificate, issuer, now]: Parameters<AskRevocation>): boolean => {
  try {
    return checkCrl(crl, certificate, issuer, now).kind === 'good'
  } catch {
    return false
  }
}

const createDerSet = () => {
  const known = new Map<string, Uint8Array>()
  return {
    add: (der: Uint8Array) => void known.set(Buffer.from(der).toString('base64'), der),
    has: (der: Uint8Array) => known.has(Buffer.from(der).toString('base64')),
    all: () => [...known.values()],
  }
}

/**
 * Collects chains and revocation data for long-term validation, and reports what is missing.
 *
 * @param used certificates with the moment at which each had to be valid
 * @param pool further certificates for chains, such as those of the file
 * @throws SignatureError SIGNATURE_INVALID without a chain
 */
export const collectValidationEvidence = async (
  used: readonly UsedCertificate[],
  pool: readonly X509Certificate[],
  sources: EvidenceSources,
  now: Date,
): Promise<ValidationEvidence> => {
  const [certificates, ocsps, crls] = [createDerSet(), createDerSet(), createDerSet()]
  const missing = new Set<string>()

  const ask = async (certificate: X509Certificate, issuer: X509Certificate): Promise<void> => {
    if (crls.all().some((crl) => clears(crl, certificate, issuer, now))) return
    const { revocation, responder } =
      (await fromHere(sources, certificate, issuer, now)) ?? (await fromAuthority(sources, certificate, issuer, now))
    if (revocation.kind === 'unanswered') missing.add(commonNameOf(certificate.raw, 'subject'))
    else {
      if (revocation.crl !== undefined) crls.add(revocation.crl)
      if (revocation.ocsp !== undefined) ocsps.add(revocation.ocsp)
      if (responder !== undefined) certificates.add(new Uint8Array(responder.raw))
    }
  }

  for (const { certificate, at } of used) {
    const { roots, intermediates } = sources.trust
    const chain = verifyChain(certificate, [...pool, ...intermediates], roots, at)
    for (const [index, link] of chain.entries()) {
      const der = new Uint8Array(link.raw)
      if (certificates.has(der)) continue
      certificates.add(der)
      const issuer = chain[index + 1]
      if (issuer !== undefined && !isNoCheck(der)) await ask(link, issuer)
    }
  }
  return { certificates: certificates.all(), ocsps: ocsps.all(), crls: crls.all(), missing: [...missing] }
}

import { X509Certificate } from 'node:crypto'
import { SignatureError } from 'pdf/cms'
import type { AskRevocation } from 'pdf/cms/node'
import { verifyChain } from 'pdf/cms/node'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RevocationPublisher } from '../pki/revocation-publisher.ts'
import type { TrustedAuthorities } from './authorities.ts'

/** DER. */
export interface RevocationAnswer {
  readonly ocsp: Uint8Array | null
  readonly crl: Uint8Array | null
}

interface Asked {
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  readonly now: Date
}

const parse = (der: Uint8Array): X509Certificate => {
  try {
    return new X509Certificate(der)
  } catch {
    throw new ApiError('VALIDATION', { message: 'El certificado no se puede leer.' })
  }
}

/**
 * Certificates name the URLs to query: only
 * trusted authorities may choose them (SSRF).
 */
const isTrusted = (issuer: X509Certificate, certificate: X509Certificate, authorities: TrustedAuthorities): boolean => {
  const roots = authorities.roots.map((root) => new X509Certificate(root.certificate))
  const others = authorities.intermediates.map((each) => new X509Certificate(each))
  if (!issuer.ca || !certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return false
  try {
    // Expired certificates may be queried, too.
    verifyChain(
      issuer,
      others,
      roots,
      new Date(Math.max(Date.parse(issuer.validFrom), Date.parse(certificate.validFrom))),
    )
    return true
  } catch (error) {
    if (error instanceof SignatureError) return false
    throw error
  }
}

/** The publisher answers for our own certificates; `ask` goes to URLs of certificates under known roots. */
export interface RevocationSources {
  readonly authorities: TrustedAuthorities
  readonly publisher: RevocationPublisher
  readonly ask: AskRevocation
}

/** Raw responses, which the client verifies again; null without one. */
export const lookUpRevocation = async (sources: RevocationSources, asked: Asked): Promise<RevocationAnswer> => {
  const certificate = parse(asked.certificate)
  const issuer = parse(asked.issuer)
  const nothing: RevocationAnswer = { ocsp: null, crl: null }
  if (!isTrusted(issuer, certificate, sources.authorities)) return nothing
  const ocsp = await sources.publisher.ocspFor(certificate, issuer)
  const crl = await sources.publisher.crlOf(issuer)
  if (ocsp !== undefined || crl !== undefined) return { ocsp: ocsp ?? null, crl: crl ?? null }
  const answer = await sources.ask(certificate, issuer, asked.now)
  return answer.kind === 'answered' ? { ocsp: answer.ocsp ?? null, crl: answer.crl ?? null } : nothing
}

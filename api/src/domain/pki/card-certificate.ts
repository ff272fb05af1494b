import { X509Certificate } from 'node:crypto'
import {
  commonNameOf,
  criticalExtensions,
  derChildren,
  derContents,
  extensionOf,
  objectIdentifiers,
  purposeOfChain,
  readCertificates,
  readDer,
  SignatureError,
  subjectSerialNumbers,
  weaknessOfChain,
} from 'pdf/cms'
import type { CertificateTrust, SignatureScheme } from 'pdf/cms/node'
import { schemeOf, verifyChain } from 'pdf/cms/node'

/** Form of a key's signatures. `algorithm` is shown to people. */
export interface KeyDescription {
  readonly scheme: SignatureScheme
  /** Longest signature value, in bytes. */
  readonly valueBytes: number
  readonly algorithm: string
}

/** A national certificate that may sign, with its chain. */
export interface CardCertificate extends KeyDescription {
  readonly certificate: X509Certificate
  readonly commonName: string
  /** E.g. `CPF-01-0234-0567`. */
  readonly identification: string
  /** DER: card, authorities, root. */
  readonly chain: readonly [Uint8Array, ...Uint8Array[]]
}

const cardRefused = (reason: string, cause?: unknown): SignatureError =>
  new SignatureError('CERTIFICATE_REFUSED', `the certificate of the card is refused: ${reason}`, { cause })

/** Bits. Smaller keys are refused. */
const SMALLEST_RSA_BITS = 2048
/** `valueBytes`: the longest DER of two integers of that size. */
const CURVES: Readonly<Record<string, { readonly name: string; readonly valueBytes: number }>> = {
  prime256v1: { name: 'P-256', valueBytes: 72 },
  secp384r1: { name: 'P-384', valueBytes: 104 },
  secp521r1: { name: 'P-521', valueBytes: 141 },
}

/** @returns undefined for keys that we cannot verify */
export const describeKey = (certificate: X509Certificate): KeyDescription | undefined => {
  const scheme = schemeOf(certificate)
  const { modulusLength = 0, namedCurve = '' } = certificate.publicKey.asymmetricKeyDetails ?? {}
  if (scheme === 'rsa' && modulusLength >= SMALLEST_RSA_BITS)
    return { scheme, valueBytes: Math.ceil(modulusLength / 8), algorithm: `RSA de ${modulusLength} bits con SHA-256` }
  const curve = CURVES[namedCurve]
  if (scheme !== 'ecdsa' || curve === undefined) return undefined
  return { scheme, valueBytes: curve.valueBytes, algorithm: `ECDSA ${curve.name} con SHA-256` }
}

const describeCardKey = (certificate: X509Certificate): KeyDescription => {
  const description = describeKey(certificate)
  if (description === undefined) throw cardRefused('its key is none to sign with')
  return description
}

/** The first eight bits of KeyUsage (RFC 5280, 4.2.1.3). */
const keyUsageOf = (certificate: X509Certificate): number | undefined => {
  const usage = extensionOf(certificate.raw, objectIdentifiers.keyUsage)
  return usage && (derContents(readDer(usage.value), 0x03)[1] ?? 0)
}

/** Without KeyUsage any use is allowed. */
export const isForDocuments = (certificate: X509Certificate): boolean =>
  ((keyUsageOf(certificate) ?? 0xc0) & 0xc0) !== 0

/** KeyUsage bit 1; the card's login certificate lacks it. */
const NON_REPUDIATION = 0x40

/** @throws SignatureError CERTIFICATE_REFUSED for a login or an authority */
export const checkPurpose = (certificate: X509Certificate): void => {
  const constraints = extensionOf(certificate.raw, objectIdentifiers.basicConstraints)
  if (certificate.ca || (constraints && derChildren(readDer(constraints.value), 0x30).length > 0))
    throw cardRefused('it is that of an authority')
  const usage = keyUsageOf(certificate)
  if (usage === undefined) throw cardRefused('it does not say what its key is for')
  if ((usage & NON_REPUDIATION) === 0) throw cardRefused('its key is not for signing documents')
}

/** Other critical extensions make a certificate unusable (RFC 5280, 4.2). */
const KNOWN_CRITICAL: readonly string[] = [
  objectIdentifiers.keyUsage,
  objectIdentifiers.extendedKeyUsage,
  objectIdentifiers.basicConstraints,
  objectIdentifiers.certificatePolicies,
]

const readCertificate = (der: Uint8Array): X509Certificate => {
  try {
    // Node also accepts PEM and trailing bytes.
    readDer(der)
    return new X509Certificate(der)
  } catch (cause) {
    throw cardRefused('it cannot be read', cause)
  }
}

/**
 * As the verifier will judge what it signs.
 * @param chain from the certificate to the root
 * @returns the reason, in Spanish
 */
export const reasonToDistrust = (chain: readonly X509Certificate[]): string | undefined => {
  const read = readCertificates(chain.map(({ raw }) => new Uint8Array(raw)))
  return (weaknessOfChain(read) ?? purposeOfChain(read, 'document'))?.text
}

const checkCardCertificate = (der: Uint8Array, trust: CertificateTrust, at: Date): CardCertificate => {
  const certificate = readCertificate(der)
  checkPurpose(certificate)
  const unknown = criticalExtensions(certificate.raw).find((id) => !KNOWN_CRITICAL.includes(id))
  if (unknown !== undefined) throw cardRefused(`it has a critical extension that is not known (${unknown})`)
  const [identification, ...others] = subjectSerialNumbers(certificate.raw)
  if (identification === undefined || others.length > 0) throw cardRefused('it does not say whose it is')
  const path = verifyChain(certificate, trust.intermediates, trust.roots, at)
  const distrust = reasonToDistrust(path)
  if (distrust !== undefined) throw cardRefused(distrust)
  const [, ...authorities] = path
  return {
    certificate,
    commonName: commonNameOf(certificate.raw, 'subject'),
    identification,
    ...describeCardKey(certificate),
    chain: [new Uint8Array(certificate.raw), ...authorities.map(({ raw }) => new Uint8Array(raw))],
  }
}

/** Does not check revocation (`card-revocation.ts`). @throws SignatureError */
export const openCardCertificate = (der: Uint8Array, trust: CertificateTrust, at: Date): CardCertificate => {
  try {
    return checkCardCertificate(der, trust, at)
  } catch (error) {
    if (error instanceof SignatureError && error.code === 'CERTIFICATE_REFUSED') throw error
    throw cardRefused(error instanceof Error ? error.message : String(error), error)
  }
}

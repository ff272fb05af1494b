import { type DerElement, derChildren, derContents, readDer, readOid } from './der-reader.ts'
import { compareBytes, derSequence } from './der-writer.ts'
import { objectIdentifiers } from './oids.ts'
import { SignatureError } from './signature-error.ts'

const notACertificate = (): SignatureError => new SignatureError('ASN1_MALFORMED', 'not a certificate')

/** TBSCertificate fields after the version (RFC 5280, 4.1). */
function fieldsOf(certificate: Uint8Array): DerElement[] {
  const [tbs] = derChildren(readDer(certificate), 0x30)
  const fields = derChildren(tbs, 0x30)
  return fields[0]?.identifier === 0xa0 ? fields.slice(1) : fields
}

/**
 * Builds the IssuerAndSerialNumber (RFC 5652, 10.2.4) of a certificate.
 *
 * @param certificate DER
 */
export function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const [serial, , issuer] = fieldsOf(certificate)
  if (serial === undefined || issuer === undefined) throw notACertificate()
  return derSequence(issuer.encoded, serial.encoded)
}

/** Whether an IssuerAndSerialNumber (RFC 5652, 10.2.4) is that of the certificate. */
export const identifiesCertificate = (issuerAndSerial: Uint8Array, certificate: Uint8Array): boolean =>
  compareBytes(issuerAndSerialNumber(certificate), issuerAndSerial) === 0

/**
 * Reads the subject of a certificate.
 *
 * @returns Name, DER
 */
export function subjectName(certificate: Uint8Array): Uint8Array {
  const subject = fieldsOf(certificate)[4]
  if (subject?.identifier !== 0x30) throw notACertificate()
  return subject.encoded
}

/** DirectoryString, common types only (RFC 5280, 4.1.2.4). */
function readText({ identifier, contents }: DerElement): string {
  const encoding = identifier === 0x1e ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(contents)
}

function attributeValues(name: DerElement | undefined, attribute: string): string[] {
  return derChildren(name, 0x30)
    .flatMap((relative) => derChildren(relative, 0x31))
    .flatMap((pair) => {
      const [type, value] = derChildren(pair, 0x30)
      return readOid(type) === attribute && value !== undefined ? [readText(value)] : []
    })
}

/**
 * Reads a common name as it is, without the escapes of RFC 4514.
 *
 * @param certificate DER
 */
export function commonNameOf(certificate: Uint8Array, of: 'subject' | 'issuer'): string {
  const fields = fieldsOf(certificate)
  const [first] = attributeValues(of === 'subject' ? fields[4] : fields[2], objectIdentifiers.commonName)
  if (first === undefined) throw notACertificate()
  return first
}

/** X.520 serial numbers of the holder, not the certificate's. */
export const subjectSerialNumbers = (certificate: Uint8Array): string[] =>
  attributeValues(fieldsOf(certificate)[4], objectIdentifiers.serialNumber)

export interface CertificateExtension {
  readonly critical: boolean
  /** DER inside the extnValue. */
  readonly value: Uint8Array
}

interface NamedExtension extends CertificateExtension {
  readonly id: string
}

function extensionsOf(certificate: Uint8Array): NamedExtension[] {
  const wrapped = fieldsOf(certificate).find(({ identifier }) => identifier === 0xa3)
  if (wrapped === undefined) return []
  return derChildren(derChildren(wrapped, 0xa3)[0], 0x30).map((extension) => {
    const parts = derChildren(extension, 0x30)
    const critical = parts[1]?.identifier === 0x01 && derContents(parts[1], 0x01)[0] === 0xff
    return { id: readOid(parts[0]), critical, value: derContents(parts.at(-1), 0x04) }
  })
}

/** @param id object identifier, with dots */
export const extensionOf = (certificate: Uint8Array, id: string): CertificateExtension | undefined => {
  const found = extensionsOf(certificate).find((extension) => extension.id === id)
  return found && { critical: found.critical, value: found.value }
}

/** Identifiers of extensions that a verifier must understand (RFC 5280, 4.2). */
export const criticalExtensions = (certificate: Uint8Array): string[] =>
  extensionsOf(certificate).flatMap(({ id, critical }) => (critical ? [id] : []))

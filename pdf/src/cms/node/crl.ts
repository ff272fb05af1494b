import type { KeyObject, X509Certificate } from 'node:crypto'
import {
  type DerElement,
  derChildren,
  derContents,
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derSequence,
  extensionOf,
  generalizedTime,
  octetString,
  readDer,
  readGeneralizedTime,
  readOid,
  readPrefix,
  readUnsigned,
  subjectName,
  unsignedInteger,
} from '../index.ts'
import { objectIdentifiers } from '../oids.ts'
import { readCertificateList } from '../structures.ts'
import { hashWith, publicKeyBits, signatureAlgorithmFor, signWithKey } from './algorithms.ts'
import { bytesToHex, derExtension } from './ocsp.ts'

/** An entry of `revokedCertificates` (RFC 5280, 5.1.2.6). */
export interface RevokedCertificate {
  /** Hexadecimal. */
  readonly serialNumber: string
  readonly at: Date
  /** CRLReason (RFC 5280, 5.3.1). */
  readonly reason: number
}

/** A complete list: entries of earlier lists must be repeated. */
export interface CrlInput {
  readonly issuer: { readonly certificate: X509Certificate; readonly key: KeyObject }
  readonly revoked: readonly RevokedCertificate[]
  /** Increases with each list. */
  readonly number: number
  readonly thisUpdate: Date
  readonly nextUpdate: Date
}

/** UTCTime until 2049, then GeneralizedTime (RFC 5280, 5.1.2.4). */
export const certificateTime = (moment: Date): Uint8Array => {
  if (moment.getUTCFullYear() >= 2050) return generalizedTime(moment)
  const text = moment.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return derElement(0x17, new TextEncoder().encode(`${text}Z`))
}

const readTime = (given: DerElement | undefined): Date => {
  if (given?.identifier !== 0x17) return readGeneralizedTime(given)
  const text = new TextDecoder().decode(given.contents)
  const century = Number(text.slice(0, 2)) >= 50 ? '19' : '20'
  return readGeneralizedTime({ ...given, identifier: 0x18, contents: new TextEncoder().encode(century + text) })
}

/** The stated subjectKeyIdentifier, or the SHA-1 of the key. */
const keyIdentifierOf = (certificate: X509Certificate): Uint8Array => {
  const stated = extensionOf(certificate.raw, objectIdentifiers.subjectKeyIdentifier)
  return stated === undefined ? hashWith('sha1', publicKeyBits(certificate)) : derContents(readDer(stated.value), 0x04)
}

const encodeRevoked = ({ serialNumber, at, reason }: RevokedCertificate): Uint8Array => {
  // RFC 5280, 5.3.1: omit the reason 'unspecified'.
  const extensions =
    reason === 0
      ? []
      : [derSequence(derExtension(objectIdentifiers.crlReason, derElement(0x0a, Uint8Array.of(reason))))]
  return derSequence(unsignedInteger(Buffer.from(serialNumber, 'hex')), certificateTime(at), ...extensions)
}

/**
 * Issues a full CertificateList (RFC 5280, 5.1).
 *
 * @returns DER
 */
export const buildCrl = async ({ issuer, revoked, number, thisUpdate, nextUpdate }: CrlInput): Promise<Uint8Array> => {
  const algorithm = signatureAlgorithmFor(issuer.key)
  const identifier = derSequence(derImplicit(0, octetString(keyIdentifierOf(issuer.certificate))))
  const tbs = derSequence(
    derInteger(1),
    algorithm,
    subjectName(issuer.certificate.raw),
    certificateTime(thisUpdate),
    certificateTime(nextUpdate),
    ...(revoked.length === 0 ? [] : [derSequence(...revoked.map(encodeRevoked))]),
    derExplicit(
      0,
      derSequence(
        derExtension(objectIdentifiers.authorityKeyIdentifier, identifier),
        derExtension(objectIdentifiers.crlNumber, derInteger(number)),
      ),
    ),
  )
  const { value } = await signWithKey(issuer.key, tbs)
  return derSequence(tbs, algorithm, derElement(0x03, Uint8Array.of(0), value))
}

/** Parts of a CertificateList. `tbs` and `value` are what the issuer signed and its signature. */
export interface DecodedCrl {
  readonly tbs: Uint8Array
  readonly algorithm: DerElement | undefined
  readonly value: Uint8Array
  /** DER Name. */
  readonly issuer: Uint8Array
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  /** OIDs of critical extensions. */
  readonly critical: readonly string[]
  find(serialNumber: string): { readonly at: Date; readonly reason: number } | undefined
}

const serialIn = (entry: DerElement): string => bytesToHex(readUnsigned(readPrefix(entry.contents)))

const readEntry = (entry: DerElement) => {
  const [, at, extensions] = derChildren(entry, 0x30)
  const reason = extensions === undefined ? undefined : reasonIn(extensions)
  return { at: readTime(at), reason: reason ?? 0 }
}

const reasonIn = (extensions: DerElement): number | undefined => {
  const found = derChildren(extensions, 0x30).find(
    (each) => readOid(derChildren(each, 0x30)[0]) === objectIdentifiers.crlReason,
  )
  return found && derContents(readDer(derContents(derChildren(found, 0x30).at(-1), 0x04)), 0x0a)[0]
}

/**
 * Reads a CertificateList. Verifies nothing: `checkCrl` does.
 *
 * @param encoded DER
 * @throws SignatureError ASN1_MALFORMED
 */
export const decodeCrl = (encoded: Uint8Array): DecodedCrl => {
  const { signed, extensions, revoked: list, thisUpdate, nextUpdate, ...parts } = readCertificateList(encoded)
  return {
    tbs: signed,
    algorithm: parts.algorithm,
    value: parts.value,
    issuer: parts.issuer,
    thisUpdate: readTime(thisUpdate),
    nextUpdate: nextUpdate && readTime(nextUpdate),
    critical: extensions.flatMap((each) => {
      const fields = derChildren(each, 0x30)
      return fields[1]?.identifier === 0x01 ? [readOid(fields[0])] : []
    }),
    find: (serialNumber) => {
      // Parses one entry: national lists have hundreds of thousands.
      const entries = list === undefined ? [] : derChildren(list, 0x30)
      const entry = entries.find((each) => serialIn(each) === serialNumber)
      return entry && readEntry(entry)
    },
  }
}

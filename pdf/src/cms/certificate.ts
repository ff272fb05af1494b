import { readSignatureAlgorithm, type SignatureAlgorithm } from './algorithms.ts'
import { toHex } from './bytes.ts'
import { type DerElement, derChildren, derContents, readDer, readOid, readSmallInteger } from './der-reader.ts'
import { readTime } from './der-time.ts'
import { objectIdentifiers } from './oids.ts'

/** The attributes of a Name that people see. */
export interface NameFields {
  readonly commonName?: string
  readonly organisation?: string
  /** The holder's X.520 serialNumber, for example `CPF-01-0234-0567`. */
  readonly identification?: string
  readonly country?: string
}

/** A certificate (RFC 5280, 4.1), read and not verified. */
export interface Certificate {
  readonly encoded: Uint8Array
  /** TBSCertificate. */
  readonly signed: Uint8Array
  /** Hexadecimal, without leading zeros. */
  readonly serial: string
  /** INTEGER, DER. */
  readonly serialDer: Uint8Array
  /** DER. */
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly issuerName: NameFields
  readonly subjectName: NameFields
  readonly validFrom: Date
  readonly validTo: Date
  readonly spki: Uint8Array
  /** Contents of the BIT STRING: input of key identifiers. */
  readonly keyBits: Uint8Array
  readonly algorithm: SignatureAlgorithm | undefined
  readonly value: Uint8Array
  readonly isAuthority: boolean
  readonly pathLength: number | undefined
  /** KeyUsage, first bit highest; undefined if absent. */
  readonly keyUsage: number | undefined
  readonly extendedUsage: readonly string[] | undefined
  readonly extendedUsageCritical: boolean
  readonly subjectKeyId: Uint8Array | undefined
  readonly authorityKeyId: Uint8Array | undefined
  readonly policies: readonly string[]
  readonly email: string | undefined
  /** NameConstraints, DER (RFC 5280, 4.2.1.10). */
  readonly nameConstraints: Uint8Array | undefined
  /** SubjectAltName, DER (RFC 5280, 4.2.1.6). */
  readonly alternativeNames: Uint8Array | undefined
  readonly ocspUrls: readonly string[]
  readonly crlUrls: readonly string[]
  /** Also extensions that stand twice: readers differ on which one counts. */
  readonly unknownCritical: readonly string[]
}

/** Bits of the first octet (RFC 5280, 4.2.1.3). */
export const KEY_USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, crlSign: 0x02 } as const
export const keyUsages = {
  timeStamping: objectIdentifiers.timeStamping,
  ocspSigning: objectIdentifiers.ocspSigning,
} as const

const NAME_ATTRIBUTES: Readonly<Record<string, keyof NameFields>> = {
  [objectIdentifiers.commonName]: 'commonName',
  [objectIdentifiers.organisation]: 'organisation',
  [objectIdentifiers.serialNumber]: 'identification',
  [objectIdentifiers.country]: 'country',
}

/** Of an attribute value in a name. */
export function readText({ identifier, contents }: DerElement): string {
  if (identifier === 0x1e) return new TextDecoder('utf-16be').decode(contents)
  if (identifier === 0x0c) return new TextDecoder().decode(contents)
  // PrintableString and IA5String are ASCII; TeletexString is
  // usually Latin-1.
  return new TextDecoder('latin1').decode(contents)
}

/** Type and text of each attribute, in order. */
export function nameAttributes(name: DerElement): [string, string][] {
  return derChildren(name, 0x30)
    .flatMap((relative) => derChildren(relative, 0x31))
    .flatMap((pair): [string, string][] => {
      const [type, value] = derChildren(pair, 0x30)
      return value === undefined ? [] : [[readOid(type), readText(value)]]
    })
}

function readName(name: DerElement): NameFields {
  const fields: { -readonly [Key in keyof NameFields]?: string } = {}
  for (const [type, text] of nameAttributes(name)) {
    const field = NAME_ATTRIBUTES[type]
    if (field !== undefined) fields[field] ??= text
  }
  return fields
}

interface Extension {
  readonly id: string
  readonly critical: boolean
  readonly value: Uint8Array
}

function readExtensions(fields: readonly DerElement[]): Extension[] {
  const wrapped = fields.find(({ identifier }) => identifier === 0xa3)
  if (wrapped === undefined) return []
  return derChildren(derChildren(wrapped, 0xa3)[0], 0x30).map((extension) => {
    const parts = derChildren(extension, 0x30)
    const critical = parts[1]?.identifier === 0x01 && parts[1].contents[0] !== 0
    return { id: readOid(parts[0]), critical, value: derContents(parts.at(-1), 0x04) }
  })
}

const ids = {
  subjectKeyId: objectIdentifiers.subjectKeyIdentifier,
  keyUsage: objectIdentifiers.keyUsage,
  alternativeName: objectIdentifiers.subjectAlternativeName,
  basicConstraints: objectIdentifiers.basicConstraints,
  crlPoints: objectIdentifiers.crlDistributionPoints,
  policies: objectIdentifiers.certificatePolicies,
  nameConstraints: objectIdentifiers.nameConstraints,
  extendedUsage: objectIdentifiers.extendedKeyUsage,
  access: objectIdentifiers.authorityInfoAccess,
} as const
const KNOWN: readonly string[] = Object.values(ids)

/** RFC 5280, 4.2.1.1. */
const readAuthorityKeyId = (value: Uint8Array | undefined): Uint8Array | undefined =>
  value && derChildren(readDer(value), 0x30).find(({ identifier }) => identifier === 0x80)?.contents

/** RFC 5280, 4.2.1.4. */
const readPolicies = (value: Uint8Array | undefined): string[] =>
  value === undefined ? [] : derChildren(readDer(value), 0x30).map((policy) => readOid(derChildren(policy, 0x30)[0]))

const ascii = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

function readAuthority(value: Uint8Array | undefined): { isAuthority: boolean; pathLength: number | undefined } {
  const parts = value === undefined ? [] : derChildren(readDer(value), 0x30)
  const isAuthority = parts[0]?.identifier === 0x01 && parts[0].contents[0] !== 0
  const length = parts.find(({ identifier }) => identifier === 0x02)
  return { isAuthority, pathLength: length && readSmallInteger(length) }
}

function readOcspUrls(value: Uint8Array | undefined): string[] {
  if (value === undefined) return []
  return derChildren(readDer(value), 0x30).flatMap((description) => {
    const [method, location] = derChildren(description, 0x30)
    return readOid(method) === objectIdentifiers.accessOcsp && location?.identifier === 0x86
      ? [ascii(location.contents)]
      : []
  })
}

/** URLs of CRLDistributionPoints (RFC 5280, 4.2.1.13). */
function readCrlUrls(value: Uint8Array | undefined): string[] {
  if (value === undefined) return []
  return derChildren(readDer(value), 0x30).flatMap((point) => {
    const name = derChildren(point, 0x30).find(({ identifier }) => identifier === 0xa0)
    const full = name && derChildren(name, 0xa0).find(({ identifier }) => identifier === 0xa0)
    if (full === undefined) return []
    return derChildren(full, 0xa0).flatMap(({ identifier, contents }) => (identifier === 0x86 ? [ascii(contents)] : []))
  })
}

function readEmail(subject: DerElement, alternative: Uint8Array | undefined): string | undefined {
  const names = alternative === undefined ? [] : derChildren(readDer(alternative), 0x30)
  const address = names.find(({ identifier }) => identifier === 0x81)
  if (address !== undefined) return ascii(address.contents)
  return nameAttributes(subject).find(([type]) => type === objectIdentifiers.emailAddress)?.[1]
}

function describeExtensions(extensions: readonly Extension[], subject: DerElement) {
  const extension = (id: string): Uint8Array | undefined => extensions.find((candidate) => candidate.id === id)?.value
  const usage = extension(ids.keyUsage)
  const extended = extension(ids.extendedUsage)
  const keyId = extension(ids.subjectKeyId)
  return {
    ...readAuthority(extension(ids.basicConstraints)),
    keyUsage: usage && (derContents(readDer(usage), 0x03)[1] ?? 0),
    extendedUsage: extended && derChildren(readDer(extended), 0x30).map(readOid),
    extendedUsageCritical: extensions.some(({ id, critical }) => id === ids.extendedUsage && critical),
    subjectKeyId: keyId && derContents(readDer(keyId), 0x04),
    authorityKeyId: readAuthorityKeyId(extension(objectIdentifiers.authorityKeyIdentifier)),
    policies: readPolicies(extension(ids.policies)),
    email: readEmail(subject, extension(ids.alternativeName)),
    ocspUrls: readOcspUrls(extension(ids.access)),
    crlUrls: readCrlUrls(extension(ids.crlPoints)),
    nameConstraints: extension(ids.nameConstraints),
    alternativeNames: extension(ids.alternativeName),
    unknownCritical: extensions.flatMap(({ id, critical }, index) => {
      const isRepeated = extensions.findIndex((other) => other.id === id) !== index
      return isRepeated || (critical && !KNOWN.includes(id)) ? [id] : []
    }),
  }
}

const hexOf = (integer: DerElement): string => toHex(integer.contents).replace(/^(00)+(?=..)/, '')

/**
 * Reads a certificate (RFC 5280, 4.1). Verifies nothing.
 *
 * @param encoded DER
 * @throws SignatureError if it is none
 */
export function parseCertificate(encoded: Uint8Array): Certificate {
  const [tbs, algorithm, value] = derChildren(readDer(encoded), 0x30)
  const all = derChildren(tbs, 0x30)
  const fields = all[0]?.identifier === 0xa0 ? all.slice(1) : all
  const [serial, , issuer, validity, subject, spki] = fields
  const [from, to] = derChildren(validity, 0x30)
  const key = derChildren(spki, 0x30)[1]
  derContents(serial, 0x02)
  derContents(issuer, 0x30)
  derContents(subject, 0x30)
  if (
    tbs === undefined ||
    serial === undefined ||
    issuer === undefined ||
    subject === undefined ||
    spki === undefined
  ) {
    throw new RangeError('not a certificate')
  }
  return {
    encoded,
    signed: tbs.encoded,
    serial: hexOf(serial),
    serialDer: serial.encoded,
    issuer: issuer.encoded,
    subject: subject.encoded,
    issuerName: readName(issuer),
    subjectName: readName(subject),
    validFrom: readTime(from),
    validTo: readTime(to),
    spki: spki.encoded,
    keyBits: derContents(key, 0x03).subarray(1),
    algorithm: readSignatureAlgorithm(algorithm),
    value: derContents(value, 0x03).subarray(1),
    ...describeExtensions(readExtensions(fields), subject),
  }
}

/** Skips what cannot be read: files carry certificates that no chain needs. */
export const readCertificates = (encoded: readonly Uint8Array[]): Certificate[] =>
  encoded.flatMap((bytes) => {
    try {
      return [parseCertificate(bytes)]
    } catch {
      return []
    }
  })

import { type DerElement, derChildren, derContents, readDer, readOid } from './der-reader.ts'
import { objectIdentifiers } from './oids.ts'
import { malformedAsn1 } from './signature-error.ts'

/*
 * Parses CMS, time stamps, OCSP responses and revocation lists.
 * Callers check permissions and signatures.
 */

/** Contents of a BIT STRING without the count of unused bits. */
const bitsOf = (value: DerElement | undefined): Uint8Array => derContents(value, 0x03).subarray(1)

const encodings = (elements: readonly DerElement[]): Uint8Array[] => elements.map(({ encoded }) => encoded)

/** Fields of a SignedData, not verified. */
export interface SignedDataParts {
  readonly version: DerElement | undefined
  readonly contentType: string
  /** The content in its explicit tag; absent for a detached signature. */
  readonly wrappedContent: DerElement | undefined
  /** DER; undefined without the field. */
  readonly certificates: readonly Uint8Array[] | undefined
  readonly signerInfos: readonly DerElement[]
}

/** SignedData (RFC 5652, 5.1), DER. @throws SignatureError ASN1_MALFORMED */
export function readSignedData(der: Uint8Array): SignedDataParts {
  const [type, wrapped] = derChildren(readDer(der), 0x30)
  if (readOid(type) !== objectIdentifiers.signedData) throw malformedAsn1('not a SignedData')
  const parts = derChildren(derChildren(wrapped, 0xa0)[0], 0x30)
  const [contentType, wrappedContent] = derChildren(parts[2], 0x30)
  const set = parts.find(({ identifier }) => identifier === 0xa0)
  return {
    version: parts[0],
    contentType: readOid(contentType),
    wrappedContent,
    certificates: set && encodings(derChildren(set, 0xa0)),
    // Revocation lists may come before them.
    signerInfos: derChildren(parts.at(-1), 0x31),
  }
}

/** SignerInfo (RFC 5652, 5.3). @throws SignatureError ASN1_MALFORMED */
export function readSignerInfo(info: DerElement | undefined) {
  const [version, id, digestAlgorithm, ...rest] = derChildren(info, 0x30)
  const signed = rest[0]?.identifier === 0xa0 ? rest[0] : undefined
  const [algorithm, value, unsigned] = signed === undefined ? rest : rest.slice(1)
  return { version, id, digestAlgorithm, signed, algorithm, value: derContents(value, 0x04), unsigned }
}

/** TSTInfo (RFC 3161, 2.4.2). @throws SignatureError ASN1_MALFORMED */
export function readTstInfo(encoded: Uint8Array) {
  const [version, policy, imprint, serial, time, ...optional] = derChildren(readDer(encoded), 0x30)
  return { version, policy, imprint, serial, time, optional }
}

/** OCSPResponse with a BasicOCSPResponse (RFC 6960, 4.2.1). @throws SignatureError ASN1_MALFORMED, also for a refusal */
export function readBasicOcsp(encoded: Uint8Array) {
  const [status, wrapped] = derChildren(readDer(encoded), 0x30)
  const code = derContents(status, 0x0a)[0]
  if (code !== 0) throw malformedAsn1(`the responder answered with status ${code}`)
  const [type, response] = derChildren(derChildren(wrapped, 0xa0)[0], 0x30)
  if (readOid(type) !== objectIdentifiers.ocspBasic) throw malformedAsn1('an unknown kind of answer')
  const [data, algorithm, value, certificates] = derChildren(readDer(derContents(response, 0x04)), 0x30)
  const [, producedAt, responses, ...optional] = derChildren(data, 0x30).filter(({ identifier }) => identifier !== 0xa0)
  return {
    signed: data?.encoded ?? new Uint8Array(),
    algorithm,
    value: bitsOf(value),
    certificates: certificates === undefined ? [] : encodings(derChildren(derChildren(certificates, 0xa0)[0], 0x30)),
    producedAt,
    responses: derChildren(responses, 0x30),
    optional,
  }
}

const isTime = (part: DerElement | undefined): boolean => part?.identifier === 0x17 || part?.identifier === 0x18

/** CertificateList (RFC 5280, 5.1). @throws SignatureError ASN1_MALFORMED */
export function readCertificateList(encoded: Uint8Array) {
  const [tbs, algorithm, value] = derChildren(readDer(encoded), 0x30)
  const parts = derChildren(tbs, 0x30)
  const [, issuer, thisUpdate, ...rest] = parts[0]?.identifier === 0x02 ? parts.slice(1) : parts
  if (issuer?.identifier !== 0x30 || !isTime(thisUpdate)) throw malformedAsn1('not a CRL')
  const wrapped = rest.find(({ identifier }) => identifier === 0xa0)
  return {
    signed: tbs?.encoded ?? new Uint8Array(),
    algorithm,
    value: bitsOf(value),
    issuer: issuer.encoded,
    thisUpdate,
    nextUpdate: isTime(rest[0]) ? rest[0] : undefined,
    revoked: rest.find(({ identifier }) => identifier === 0x30),
    extensions: wrapped === undefined ? [] : derChildren(derChildren(wrapped, 0xa0)[0], 0x30),
  }
}

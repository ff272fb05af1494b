import { digestBytes, readHash, readSignatureAlgorithm, verifyValue } from './algorithms.ts'
import { copyBytes, equalBytes, toHex } from './bytes.ts'
import { type Certificate, KEY_USAGE, keyUsages, readCertificates } from './certificate.ts'
import { type DerElement, derChildren, derContents, readOid } from './der-reader.ts'
import { readTime } from './der-time.ts'
import { isStrong } from './distrust.ts'
import { objectIdentifiers } from './oids.ts'
import { readBasicOcsp, readCertificateList } from './structures.ts'

/** OCSP responses and CRLs, DER. */
export interface RevocationEvidence {
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

/** `at`: of the revocation, or the moment for which `good` was stated. */
export type RevocationState =
  | { readonly state: 'good'; readonly at: Date }
  | { readonly state: 'revoked'; readonly at: Date }
  | { readonly state: 'unknown' }

const UNKNOWN: RevocationState = { state: 'unknown' }

interface Statement {
  readonly revokedAt: Date | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  /** A weak one can only revoke: forging «revoked» gains little, and ignoring it may cost much. */
  readonly isStrong: boolean
}

const optionalTime = (given: DerElement | undefined): Date | undefined => given && readTime(given)

async function isAbout(id: DerElement | undefined, certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const [algorithm, nameHash, keyHash, serial] = derChildren(id, 0x30)
  const hash = readHash(algorithm)
  if (hash === undefined || !equalBytes(serial?.encoded ?? new Uint8Array(), certificate.serialDer)) return false
  return (
    equalBytes(derContents(nameHash, 0x04), await digestBytes(hash, copyBytes(certificate.issuer))) &&
    equalBytes(derContents(keyHash, 0x04), await digestBytes(hash, copyBytes(issuer.keyBits)))
  )
}

/** SingleResponse (RFC 6960, 4.2.1). */
async function findResponse(
  responses: readonly DerElement[],
  certificate: Certificate,
  issuer: Certificate,
): Promise<Omit<Statement, 'isStrong'> | undefined> {
  for (const response of responses) {
    const [id, status, thisUpdate, ...rest] = derChildren(response, 0x30)
    if (!(await isAbout(id, certificate, issuer))) continue
    const next = rest.find(({ identifier }) => identifier === 0xa0)
    const nextUpdate = optionalTime(next && derChildren(next, 0xa0)[0])
    const times = { thisUpdate: readTime(thisUpdate), nextUpdate }
    if (status?.identifier === 0x80) return { ...times, revokedAt: undefined }
    if (status?.identifier === 0xa1) return { ...times, revokedAt: readTime(derChildren(status, 0xa1)[0]) }
  }
  return undefined
}

/** The issuer or its delegated responder (RFC 6960, 4.2.2.2). */
async function mayAnswer(responder: Certificate, issuer: Certificate): Promise<boolean> {
  if (equalBytes(responder.encoded, issuer.encoded)) return true
  if (!responder.extendedUsage?.includes(keyUsages.ocspSigning) || responder.algorithm === undefined) return false
  if (!equalBytes(responder.issuer, issuer.subject)) return false
  return verifyValue(issuer.spki, responder.algorithm, responder.value, responder.signed)
}

const isStrongDelegate = (responder: Certificate, issuer: Certificate): boolean =>
  equalBytes(responder.encoded, issuer.encoded) || isStrong(responder.algorithm, issuer.spki)

interface OcspStatement extends Statement {
  readonly responder: Certificate
}

async function readOcsp(
  encoded: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<OcspStatement | undefined> {
  const { signed, algorithm, value, certificates, responses } = readBasicOcsp(encoded)
  const statement = await findResponse(responses, certificate, issuer)
  const scheme = readSignatureAlgorithm(algorithm)
  if (statement === undefined || scheme === undefined) return undefined
  for (const responder of [...readCertificates(certificates), issuer]) {
    if (!(await mayAnswer(responder, issuer))) continue
    const { validFrom, validTo } = responder
    if (statement.thisUpdate < validFrom || statement.thisUpdate > validTo) continue
    if (await verifyValue(responder.spki, scheme, value, signed))
      return {
        ...statement,
        responder,
        isStrong: isStrong(scheme, responder.spki) && isStrongDelegate(responder, issuer),
      }
  }
  return undefined
}

/**
 * CRLNumber and AuthorityKeyIdentifier; another critical
 * extension can make the list partial.
 */
const UNDERSTOOD: readonly string[] = [objectIdentifiers.crlNumber, objectIdentifiers.authorityKeyIdentifier]

const isWhole = (extensions: readonly DerElement[]): boolean =>
  extensions.every((extension) => {
    const [id, critical] = derChildren(extension, 0x30)
    return critical?.identifier !== 0x01 || critical.contents[0] === 0 || UNDERSTOOD.includes(readOid(id))
  })

const revokedIn = (list: DerElement | undefined, serial: Uint8Array): DerElement | undefined =>
  list &&
  derChildren(list, 0x30).find((entry) => equalBytes(derChildren(entry, 0x30)[0]?.encoded ?? list.encoded, serial))

/** CertificateList (RFC 5280, 5.1). */
async function readCrl(encoded: Uint8Array, certificate: Certificate, issuer: Certificate) {
  const {
    signed,
    algorithm,
    value,
    issuer: name,
    thisUpdate,
    nextUpdate,
    revoked,
    extensions,
  } = readCertificateList(encoded)
  const scheme = readSignatureAlgorithm(algorithm)
  if (scheme === undefined || !equalBytes(name, issuer.subject)) return undefined
  if (issuer.keyUsage !== undefined && (issuer.keyUsage & KEY_USAGE.crlSign) === 0) return undefined
  if (!(await verifyValue(issuer.spki, scheme, value, signed))) return undefined
  if (!isWhole(extensions)) return undefined
  const entry = revokedIn(revoked, certificate.serialDer)
  return {
    thisUpdate: readTime(thisUpdate),
    nextUpdate: optionalTime(nextUpdate),
    revokedAt: entry && readTime(derChildren(entry, 0x30)[1]),
    isStrong: isStrong(scheme, issuer.spki),
  } satisfies Statement
}

/** Undefined if the response does not verify, or the issuer signed it itself. */
export const responderOf = async (encoded: Uint8Array, certificate: Certificate, issuer: Certificate) =>
  (await readOcsp(encoded, certificate, issuer).catch(() => undefined))?.responder

/** Whether the list is the issuer's and complete. */
export const isListOf = async (encoded: Uint8Array, certificate: Certificate, issuer: Certificate): Promise<boolean> =>
  (await readCrl(encoded, certificate, issuer).catch(() => undefined)) !== undefined

/** Milliseconds that clocks of authorities may differ. */
const SKEW_MS = 5 * 60 * 1000

/** Valid if issued after `at`, or if `nextUpdate` is later. */
const speaksOf = ({ thisUpdate, nextUpdate }: Statement, at: Date): boolean =>
  thisUpdate.getTime() >= at.getTime() - SKEW_MS || (nextUpdate !== undefined && nextUpdate >= at)

type Read = (encoded: Uint8Array, certificate: Certificate, issuer: Certificate) => Promise<Statement | undefined>

async function statements(
  read: Read,
  encodings: readonly Uint8Array[],
  certificate: Certificate,
  issuer: Certificate,
): Promise<Statement[]> {
  const found = await Promise.all(encodings.map((encoded) => read(encoded, certificate, issuer).catch(() => undefined)))
  return found.filter((statement) => statement !== undefined)
}

/**
 * Looks for the certificate in OCSP responses and lists. One revocation at or before `at` is enough; a weak signature
 * proves nothing good.
 *
 * @param evidence unverified
 * @param at moment of the signature
 */
export async function checkRevocation(
  certificate: Certificate,
  issuer: Certificate,
  evidence: RevocationEvidence,
  at: Date,
): Promise<RevocationState> {
  const found = [
    ...(await statements(readOcsp, evidence.ocsps, certificate, issuer)),
    ...(await statements(readCrl, evidence.crls, certificate, issuer)),
  ]
  const revoked = found.flatMap(({ revokedAt }) => (revokedAt !== undefined && revokedAt <= at ? [revokedAt] : []))[0]
  if (revoked !== undefined) return { state: 'revoked', at: revoked }
  const good = found.find((statement) => statement.isStrong && speaksOf(statement, at))
  return good === undefined ? UNKNOWN : { state: 'good', at: good.thisUpdate }
}

/** Each answer once: documents repeat them in every revision. */
export function mergeEvidence(all: readonly RevocationEvidence[]): RevocationEvidence {
  const unique = (bytes: readonly Uint8Array[]): Uint8Array[] => [
    ...new Map(bytes.map((each) => [toHex(each), each])).values(),
  ]
  return { ocsps: unique(all.flatMap(({ ocsps }) => ocsps)), crls: unique(all.flatMap(({ crls }) => crls)) }
}

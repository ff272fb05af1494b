import { randomBytes, type X509Certificate } from 'node:crypto'
import { type DerElement, derChildren, extensionOf, objectIdentifiers, octetString, readDer, readOid } from 'pdf/cms'
import { type AskRevocation, certificateIdOf, checkCrl, checkOcsp, encodeOcspRequest } from 'pdf/cms/node'
import {
  CRL_MAX_BYTES,
  type FetchLimited,
  OCSP_MAX_BYTES,
  REVOCATION_TIME_LIMIT,
} from '../../platform/fetch-limited.ts'

/** `uniformResourceIdentifier` of GeneralName (RFC 5280, 4.2.1.6). */
const URL_NAME = 0x86
/** Per kind. */
const ADDRESSES_MAX = 3
/** Random bytes, so that an old answer cannot be replayed. */
const NONCE_BYTES = 16

/** HTTP(S) without credentials. */
const isUsable = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

const addressesIn = (names: readonly DerElement[]): string[] =>
  names
    .filter(({ identifier }) => identifier === URL_NAME)
    .map(({ contents }) => Buffer.from(contents).toString('latin1'))
    .filter(isUsable)

/** RFC 5280, 4.2.2.1. */
const ocspAddresses = ({ raw }: X509Certificate): string[] => {
  const access = extensionOf(raw, objectIdentifiers.authorityInfoAccess)
  if (access === undefined) return []
  const descriptions = derChildren(readDer(access.value), 0x30).map((each) => derChildren(each, 0x30))
  const ours = descriptions.filter(([method]) => readOid(method) === objectIdentifiers.accessOcsp)
  return addressesIn(ours.flatMap(([, location]) => (location === undefined ? [] : [location])))
}

/** RFC 5280, 4.2.1.13. */
const crlAddresses = ({ raw }: X509Certificate): string[] => {
  const points = extensionOf(raw, objectIdentifiers.crlDistributionPoints)
  if (points === undefined) return []
  return derChildren(readDer(points.value), 0x30).flatMap((point) => {
    const [name] = derChildren(point, 0x30)
    if (name?.identifier !== 0xa0) return []
    const [full] = derChildren(name, 0xa0)
    return full?.identifier === 0xa0 ? addressesIn(derChildren(full, 0xa0)) : []
  })
}

const askOcsp = async (fetch: FetchLimited, url: string, [certificate, issuer, at]: Parameters<AskRevocation>) => {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  // All responders support SHA-1 here; it only identifies the certificate.
  const bytes = encodeOcspRequest(certificateIdOf(certificate, issuer, 'sha1'), nonce)
  const ocsp = await fetch({
    url,
    body: { contentType: 'application/ocsp-request', bytes },
    accept: 'application/ocsp-response',
    maxBytes: OCSP_MAX_BYTES,
    timeLimit: REVOCATION_TIME_LIMIT,
  })
  const { status } = checkOcsp(ocsp, certificate, issuer, { at, nonce: octetString(nonce) })
  if (status.kind === 'unknown') throw new Error('the responder does not know the certificate')
  return { kind: 'answered', status, ocsp } as const
}

const askCrl = async (fetch: FetchLimited, url: string, [certificate, issuer, at]: Parameters<AskRevocation>) => {
  const crl = await fetch({
    url,
    accept: 'application/pkix-crl',
    maxBytes: CRL_MAX_BYTES,
    timeLimit: REVOCATION_TIME_LIMIT,
  })
  const status = checkCrl(crl, certificate, issuer, at)
  if (status.kind === 'unknown') throw new Error('a list knows every certificate')
  return { kind: 'answered', status, crl } as const
}

/** Tries OCSP before CRL. */
export const createAskRevocation =
  (fetch: FetchLimited): AskRevocation =>
  async (...about) => {
    const [certificate] = about
    const attempts = [
      ...ocspAddresses(certificate)
        .slice(0, ADDRESSES_MAX)
        .map((url) => () => askOcsp(fetch, url, about)),
      ...crlAddresses(certificate)
        .slice(0, ADDRESSES_MAX)
        .map((url) => () => askCrl(fetch, url, about)),
    ]
    const reasons: string[] = []
    for (const attempt of attempts) {
      try {
        return await attempt()
      } catch (error) {
        reasons.push(error instanceof Error ? error.message : String(error))
      }
    }
    return { kind: 'unanswered', reason: reasons.join('; ') || 'the certificate names no responder' }
  }

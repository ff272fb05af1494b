import { generateKeyPairSync, type X509Certificate } from 'node:crypto'
import { readDer } from 'pdf/cms'
import {
  buildCrl,
  type CertificateId,
  certificateIdOf,
  decodeOcspRequest,
  encodeOcspRefusal,
  encodeOcspResponse,
  isOfIssuer,
  type OcspResponder,
  ocspRefusals,
  readCertificateId,
  type SingleStatus,
} from 'pdf/cms/node'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import type { OpenAuthority } from './authority.ts'
import { type CertificateRegister, issuerIdOf } from './certificate-register.ts'
import type { RandomBytes } from './certificates.ts'
import { issueLeaf } from './issue-leaf.ts'

/** Milliseconds until `nextUpdate`. */
const OCSP_LIFE = DAY_MS
/** Milliseconds until `nextUpdate`. */
const CRL_LIFE = 7 * DAY_MS
/** Milliseconds: requests in between get the same list, and a revocation appears this late at most. */
const CRL_REMADE_AFTER = 60 * SECOND_MS
/** Renewed when less than a third is left. */
const RESPONDER_DAYS = 90

/** `authorities`: all generations, because old certificates keep asking. */
export interface PublisherOptions {
  readonly authorities: readonly OpenAuthority[]
  readonly register: CertificateRegister
  readonly now: () => Date
  readonly random: RandomBytes
}

/** OCSP (RFC 6960) and CRL (RFC 5280) of the own authorities. */
export interface RevocationPublisher {
  /** DER to DER; errors are OCSP responses, too. */
  answerOcsp(request: Uint8Array): Promise<Uint8Array>
  /** For embedding in documents; undefined for external certificates. */
  ocspFor(certificate: X509Certificate, issuer: X509Certificate): Promise<Uint8Array | undefined>
  /** Undefined for external authorities. */
  crlOf(authority: X509Certificate): Promise<Uint8Array | undefined>
}

const isSame = (a: X509Certificate, b: X509Certificate): boolean => a.fingerprint256 === b.fingerprint256

/** In memory: authority keys never sign responses. */
const createResponders = ({ now, random }: PublisherOptions) => {
  const known = new Map<OpenAuthority, Promise<OcspResponder>>()
  const make = async (issuer: OpenAuthority): Promise<OcspResponder> => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const certificate = await issueLeaf({
      commonName: 'Trazo OCSP',
      publicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })),
      issuer,
      purpose: 'ocspSigning',
      from: now(),
      days: RESPONDER_DAYS,
      random,
      urls: {},
    })
    return { certificate, key: privateKey }
  }
  const isFresh = ({ certificate }: OcspResponder): boolean => {
    const from = Date.parse(certificate.validFrom)
    const at = now().getTime()
    return at >= from && at <= from + (RESPONDER_DAYS * DAY_MS * 2) / 3
  }
  return async (authority: OpenAuthority): Promise<OcspResponder> => {
    const current = await known.get(authority)
    if (current !== undefined && isFresh(current)) return current
    const made = make(authority)
    known.set(authority, made)
    return made
  }
}

const createAnswers = (options: PublisherOptions) => {
  const { register, now } = options
  const responderOf = createResponders(options)

  const statusOf = async (authority: OpenAuthority, id: CertificateId): Promise<SingleStatus> => {
    const issuer = issuerIdOf(authority.certificate)
    const found = isOfIssuer(id, authority.certificate) ? await register.find(issuer, id.serialNumber) : undefined
    if (found === undefined) return { id, status: { kind: 'unknown' } }
    const { revoked } = found
    return { id, status: revoked === undefined ? { kind: 'good' } : { kind: 'revoked', ...revoked } }
  }

  return async (authority: OpenAuthority, ids: readonly CertificateId[], nonce: Uint8Array | undefined) => {
    const producedAt = now()
    return encodeOcspResponse(await responderOf(authority), {
      statuses: await Promise.all(ids.map((id) => statusOf(authority, id))),
      nonce,
      producedAt,
      nextUpdate: new Date(producedAt.getTime() + OCSP_LIFE),
    })
  }
}

const createLists = ({ register, now }: PublisherOptions) => {
  const lists = new Map<OpenAuthority, { readonly madeAt: number; readonly crl: Promise<Uint8Array> }>()

  const makeCrl = async (authority: OpenAuthority, thisUpdate: Date): Promise<Uint8Array> =>
    buildCrl({
      issuer: authority,
      revoked: await register.revoked(issuerIdOf(authority.certificate)),
      // It must increase without stored state.
      number: Math.floor(thisUpdate.getTime() / SECOND_MS),
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + CRL_LIFE),
    })

  return async (authority: OpenAuthority): Promise<Uint8Array> => {
    const at = now()
    const last = lists.get(authority)
    const age = at.getTime() - (last?.madeAt ?? 0)
    if (last !== undefined && age >= 0 && age < CRL_REMADE_AFTER) return last.crl
    const crl = makeCrl(authority, at)
    lists.set(authority, { madeAt: at.getTime(), crl })
    return crl
  }
}

/**
 * Errors are answers too (RFC 6960, 4.2.1): an unreadable request gets `malformedRequest`, an unknown authority
 * `unauthorized`.
 */
export const createRevocationPublisher = (options: PublisherOptions): RevocationPublisher => {
  const { authorities } = options
  const answer = createAnswers(options)
  const listOf = createLists(options)
  return {
    answerOcsp: async (request) => {
      const decoded = tryDecode(request)
      if (decoded === undefined) return encodeOcspRefusal(ocspRefusals.malformed)
      const { ids, nonce } = decoded
      const authority = authorities.find(({ certificate }) => ids.some((id) => isOfIssuer(id, certificate)))
      if (authority === undefined) return encodeOcspRefusal(ocspRefusals.unauthorized)
      return answer(authority, ids, nonce)
    },
    ocspFor: async (certificate, issuer) => {
      const authority = authorities.find((each) => isSame(each.certificate, issuer))
      if (authority === undefined) return undefined
      const id = readCertificateId(readDer(certificateIdOf(certificate, issuer, 'sha1')))
      return answer(authority, [id], undefined)
    },
    crlOf: async (certificate) => {
      const authority = authorities.find((each) => isSame(each.certificate, certificate))
      return authority && listOf(authority)
    },
  }
}

const tryDecode = (request: Uint8Array) => {
  try {
    return decodeOcspRequest(request)
  } catch {
    return undefined
  }
}

import type { X509Certificate } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { derExplicit, derImplicit, derInteger, derOid, derSequence, objectIdentifiers, setOf } from 'pdf/cms'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { paramOf, sendBytes, servePublic } from '../../platform/http/public-files.ts'
import type { RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { answerTimeStamp } from './answer-time-stamp.ts'
import type { PlatformPki } from './platform-pki.ts'
import { publishedName } from './publication.ts'

/** Characters (RFC 6960, A.1 expects 255). */
const ADDRESS_LIMIT = 2 * 1024
const OCSP_REQUEST = 'application/ocsp-request'
const TIME_STAMP_QUERY = 'application/timestamp-query'
/** In seconds. */
const KEPT = { certificates: 24 * 60 * 60, list: 60, answer: 5 * 60 } as const

const bytesOfBody = ({ body, headers }: FastifyRequest, type: string): Uint8Array => {
  if (!Buffer.isBuffer(body) || headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== type)
    throw new ApiError('VALIDATION', { message: `Esta dirección espera ${type}.` })
  return body
}

/** Escaped base64 in the URL (RFC 6960, A.1). */
const requestInAddress = ({ raw }: FastifyRequest): Uint8Array => {
  const encoded = (raw.url ?? '').split('?')[0]?.slice('/pki/ocsp/'.length) ?? ''
  if (encoded.length > ADDRESS_LIMIT) throw new ApiError('VALIDATION')
  try {
    return Buffer.from(decodeURIComponent(encoded), 'base64')
  } catch (cause) {
    throw new ApiError('VALIDATION', { cause })
  }
}

/** An unsigned SignedData (RFC 5652, 5.1; RFC 5280, 4.2.2.1). */
const certificatesOnly = (certificates: readonly X509Certificate[]): Uint8Array => {
  const ders = certificates.map(({ raw }) => new Uint8Array(raw))
  const signedData = derSequence(
    derInteger(1),
    setOf(),
    derSequence(derOid(objectIdentifiers.data)),
    derImplicit(0, setOf(...ders)),
    setOf(),
  )
  return derSequence(derOid(objectIdentifiers.signedData), derExplicit(0, signedData))
}

const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map((certificate) => certificate.toString()).join('')

/** `root` and `ca` are the current ones. */
const findAuthority = (
  { authorities, root, issuing }: Pick<PlatformPki, 'authorities' | 'root' | 'issuing'>,
  name: string,
): X509Certificate | undefined => {
  if (name === 'root') return root
  if (name === 'ca') return issuing
  return authorities.map(({ certificate }) => certificate).find((certificate) => publishedName(certificate) === name)
}

const certificateRoutes = (api: RouteServices, app: FastifyInstance, { pki }: Pick<ApiServices, 'pki'>): void => {
  const limit = rateLimits.pkiFilesByAddress
  const all = () => pki.authorities.map(({ certificate }) => certificate)
  servePublic(api, app, { method: 'GET', url: '/pki/ca', limit }, async (_request, reply) =>
    sendBytes(reply, 'application/x-pem-file', pemOf(all()), KEPT.certificates),
  )
  servePublic(api, app, { method: 'GET', url: '/pki/ca/:file', limit }, async (request, reply) => {
    const [name = '', kind] = paramOf(request, 'file').split('.')
    const one = findAuthority(pki, name)
    const found = name === 'chain' ? all() : one === undefined ? [] : [one]
    const [first] = found
    if (first === undefined) throw new ApiError('NOT_FOUND')
    if (kind === 'pem') return sendBytes(reply, 'application/x-pem-file', pemOf(found), KEPT.certificates)
    if (kind === 'p7c')
      return sendBytes(
        reply,
        'application/pkcs7-mime; smime-type=certs-only',
        certificatesOnly(found),
        KEPT.certificates,
      )
    if (kind !== 'cer' || found.length > 1) throw new ApiError('NOT_FOUND')
    return sendBytes(reply, 'application/pkix-cert', first.raw, KEPT.certificates)
  })
}

const listRoutes = (api: RouteServices, app: FastifyInstance, { pki }: Pick<ApiServices, 'pki'>): void => {
  const limit = rateLimits.pkiFilesByAddress
  const answer = async (reply: FastifyReply, name: string): Promise<FastifyReply> => {
    const authority = findAuthority(pki, name)
    const crl = authority && (await pki.revocation.crlOf(authority))
    if (crl === undefined) throw new ApiError('NOT_FOUND')
    return sendBytes(reply, 'application/pkix-crl', crl, KEPT.list)
  }
  servePublic(api, app, { method: 'GET', url: '/pki/crl', limit }, async (_request, reply) => answer(reply, 'ca'))
  servePublic(api, app, { method: 'GET', url: '/pki/crl/:file', limit }, async (request, reply) => {
    const [name = '', kind] = paramOf(request, 'file').split('.')
    if (kind !== 'crl') throw new ApiError('NOT_FOUND')
    return answer(reply, name)
  })
}

/**
 * Serves OCSP (RFC 6960), CRLs and authorities (RFC 5280) and
 * time stamps (RFC 3161). All public; none reveals a signer.
 */
export const pkiRoutes = (api: RouteServices, services: Pick<ApiServices, 'pki'>): void => {
  const { pki } = services
  void api.app.register(async (app) => {
    app.addContentTypeParser([OCSP_REQUEST, TIME_STAMP_QUERY], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const ocsp = {
      limit: rateLimits.ocspByAddress,
      altogether: rateLimits.ocspAltogether,
      method: 'GET',
      url: '/pki/ocsp/*',
    } as const
    servePublic(api, app, ocsp, async (request, reply) =>
      sendBytes(
        reply,
        'application/ocsp-response',
        await pki.revocation.answerOcsp(requestInAddress(request)),
        KEPT.answer,
      ),
    )
    servePublic(api, app, { ...ocsp, method: 'POST', url: '/pki/ocsp' }, async (request, reply) =>
      sendBytes(
        reply,
        'application/ocsp-response',
        await pki.revocation.answerOcsp(bytesOfBody(request, OCSP_REQUEST)),
      ),
    )
    const tsa = {
      limit: rateLimits.timeStampByAddress,
      altogether: rateLimits.timeStampAltogether,
      method: 'POST',
      url: '/pki/tsa',
    } as const
    servePublic(api, app, tsa, async (request, reply) =>
      sendBytes(
        reply,
        'application/timestamp-reply',
        await answerTimeStamp(pki, bytesOfBody(request, TIME_STAMP_QUERY)),
      ),
    )
    listRoutes(api, app, services)
    certificateRoutes(api, app, services)
  })
}

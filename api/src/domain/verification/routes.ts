import type { FastifyRequest } from 'fastify'
import {
  encodeReport,
  nationalFormatCall,
  VERIFIED_MAX_BYTES,
  verifyFileCall,
  verifyRevocationCall,
  verifyTrustCall,
  XML_MIME_TYPE,
} from 'shared/contract/verify'
import { addressKey } from 'shared/server'
import { ApiError } from '../../platform/http/api-error.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { incompleteBody } from '../../platform/http/incomplete-body.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { addRoute, byAnyone, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { encodeAuthorities } from './authorities.ts'
import { judgeDocument } from './judge-document.ts'
import { lookUpRevocation } from './look-up-revocation.ts'
import { prefersXml } from './prefers-xml.ts'

const verificationRefused = (message: string): ApiError => new ApiError('VALIDATION', { message })
const TOO_LARGE = 'El archivo pesa más de 25 MB. Verifícalo en tu navegador.'

const INCOMPLETE = 'El archivo no llegó completo. Inténtalo de nuevo.'

/** Never shown as a page of this site: it repeats texts of a stranger's file. */
const xmlHeaders = {
  'content-type': `${XML_MIME_TYPE}; charset=utf-8`,
  'content-disposition': contentDisposition('informe.xml'),
}

const toBase64 = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('base64')

const receive = async ({ blobs }: ApiServices, request: FastifyRequest): Promise<IncomingBlob> => {
  if (!request.isMultipart()) throw verificationRefused('Falta el archivo.')
  if (Number(request.headers['content-length'] ?? 0) > VERIFIED_MAX_BYTES + 64 * 1024)
    throw verificationRefused(TOO_LARGE)
  const part = await request.file({ limits: { fileSize: VERIFIED_MAX_BYTES + 1, files: 1, fields: 5 } })
  if (part === undefined) throw verificationRefused('Falta el archivo.')
  const received = await blobs.receive(part.file, VERIFIED_MAX_BYTES)
  if (received.kind === 'too-large') throw verificationRefused(TOO_LARGE)
  return received.blob
}

export const verificationRoutes = (api: RouteServices, services: ApiServices): void => {
  const { authorities, verifyFile, writeReport, askPublic } = services.verification
  const now = () => new Date(services.clock())

  addRoute(api, verifyTrustCall, byAnyone(rateLimits.verifyTrustByAddress), async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return encodeAuthorities(authorities)
  })

  rawRoute(api, verifyFileCall, byAnyone(rateLimits.verifyByAddress), async ({ request, reply }) => {
    const blob = await receive(services, request).catch((error: unknown) => {
      const body = multipartBody(request)
      body.abandon()
      throw incompleteBody(error, body, INCOMPLETE)
    })
    try {
      const at = now()
      const account = addressKey(request.ip)
      const report = await verifyFile(blob.path, at, account)
      reply.header('vary', 'accept')
      if (!prefersXml(request.headers.accept)) return reply.send(encodeReport(report))
      const { xml } = await writeReport({ path: blob.path, report, now: at }, account)
      if (xml === undefined) return reply.send(encodeReport(report))
      return reply.headers(xmlHeaders).send(xml)
    } finally {
      await blob.discard()
    }
  })

  addRoute(
    api,
    verifyRevocationCall,
    { ...byAnyone(rateLimits.verifyRevocationByAddress), limitAltogether: rateLimits.verifyRevocationAltogether },
    async ({ body }) => {
      const { ocsp, crl } = await lookUpRevocation(
        { authorities, publisher: services.pki.revocation, ask: askPublic },
        { ...body, now: now() },
      )
      return { ocsp: toBase64(ocsp), crl: toBase64(crl) }
    },
  )
  nationalFormatRoute(api, services)
}

const nationalFormatRoute = (api: RouteServices, services: ApiServices): void => {
  addRoute(
    api,
    nationalFormatCall,
    { access: { kind: 'session-or-guest' }, limitByAddress: rateLimits.nationalFormatByAddress },
    async ({ actor, params }) => judgeDocument(services, actor, params.id),
  )
}

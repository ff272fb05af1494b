import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ReleaseIdSchema, RemoteNameSchema } from 'shared/contract'
import { addressKey, createWindowCounter, protocolOf } from 'shared/server'
import * as v from 'valibot'
import { sendPage, toPage } from '../pages.ts'
import { findPreviewHolder, noteHolderUse } from '../preview-builds/preview-holders.ts'
import { refuseRequest } from '../refuse.ts'
import { ReleaseError } from '../registry/release-error.ts'
import { admitsHolder, openPreview, type PreviewOptions } from './open-preview.ts'
import { endedPreviewCookie, previewCookie } from './preview-cookie.ts'
import { previewFormPage, previewFormPolicy } from './preview-form.ts'

const BODY_BYTES = 4 * 1024
/** Wrong tokens of one address. */
const REFUSED_MAX = 30
const REFUSED_WINDOW_MS = 60_000
/** Bounds memory. */
const ADDRESSES_MAX = 10_000

const NOT_YOURS =
  'El token no vale para esta parte. Revisa ambos, o pide un token a quien administra el sitio: pnpm release-tokens create.'
const NO_RELEASES =
  'Este token abre solo vistas previas que alguien subió: su número empieza con «previa-». Para una versión publicada usa un token de publicación.'

const BodySchema = v.object({
  token: v.pipe(v.string(), v.maxLength(200)),
  remote: RemoteNameSchema,
  release: ReleaseIdSchema,
})

const isOwnPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'

const refuseWith = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ code: 'PREVIEW_REFUSED', message })

const begin = (options: PreviewOptions) => {
  const wrong = createWindowCounter(ADDRESSES_MAX, () => performance.now())
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = v.safeParse(BodySchema, request.body)
    if (!body.success) return refuseWith(reply, 422, 'Escribe el token, la parte y la versión como en pnpm releases.')
    const { token, remote, release } = body.output
    const holder = await findPreviewHolder(options, `Bearer ${token}`)
    if (holder?.remote !== remote) {
      const { count } = wrong.hit(addressKey(request.ip), REFUSED_WINDOW_MS)
      if (count > REFUSED_MAX) return refuseRequest(reply, 'RATE_LIMITED')
      request.log.warn({ remote }, 'a preview was refused')
      return refuseWith(reply, 403, NOT_YOURS)
    }
    const claim = { remote, release, holder: { kind: holder.kind, id: holder.id } }
    if (!admitsHolder(claim)) return refuseWith(reply, 403, NO_RELEASES)
    await openPreview(options, remote, release)
    const isSecure = protocolOf(options.publicUrl, request) === 'https'
    const cookie = previewCookie(options.seal, claim, Date.now(), isSecure)
    if (cookie === undefined) return refuseRequest(reply, 'UNAVAILABLE')
    await noteHolderUse(options, holder, new Date())
    request.log.info({ preview: { ...claim, owner: holder.owner } }, 'a preview was opened')
    return reply.code(204).headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).send()
  }
}

/** A preview begins and ends on the site's own pages alone; no address does either. */
export const servePreviews = (site: FastifyInstance, shellPage: string, options: PreviewOptions): void => {
  const html = previewFormPage(shellPage)
  const page = toPage(html, previewFormPolicy(html))
  void site.register(async (scope) => {
    scope.setErrorHandler(async (error, request, reply) => {
      if (error instanceof ReleaseError) return refuseWith(reply, error.problem === 'away' ? 503 : 422, error.message)
      request.log.warn({ err: error }, 'a preview failed')
      return refuseRequest(reply, request.body === undefined ? 'VALIDATION' : 'INTERNAL')
    })
    scope.get('/previews', async (request, reply) => sendPage(page, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnPage(request))
        return refuseRequest(reply, 'FORBIDDEN')
    })
    scope.post('/previews', { bodyLimit: BODY_BYTES }, begin(options))
    scope.delete('/previews', async (request, reply) => {
      const cookie = endedPreviewCookie(protocolOf(options.publicUrl, request) === 'https')
      return reply.code(204).headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).send()
    })
  })
}

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey, closeIfArriving, createWindowCounter } from 'shared/server'
import { refuseRequest } from '../refuse.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { namesOf, type PublishingOptions, performPublishing, publishUploadedRelease } from './publish.ts'
import { findPublisher, type KnownPublisher, notePublisherUse } from './publisher-tokens.ts'

const AT_ONCE = 4
const JSON_BYTES = 4 * 1024
/** Calls of one address with a wrong token. */
const WRONG_MAX = 30
const WRONG_WINDOW_MS = 60_000
/** Bounds memory. */
const CALLERS_MAX = 10_000

const NO_TOKEN =
  'Falta el token de publicación, o ya no vale. Pide uno a quien administra el sitio: pnpm release-tokens create.'
const BUSY = 'Hay otras publicaciones en curso. Inténtalo de nuevo en un minuto.'

const status: Readonly<Record<ReleaseError['problem'], number>> = {
  'not-built': 422,
  unknown: 404,
  damaged: 409,
  refused: 422,
  busy: 503,
  away: 503,
}

const answer = (reply: FastifyReply, code: number, body: object): FastifyReply =>
  reply.code(code).header('cache-control', 'no-store').send(body)

const refuseRelease = (reply: FastifyReply, { problem, message }: ReleaseError): FastifyReply =>
  answer(reply, status[problem], { code: 'RELEASE_REFUSED', message })

const authenticate = (site: FastifyInstance, store: ReleaseStore): WeakMap<FastifyRequest, KnownPublisher> => {
  const publishers = new WeakMap<FastifyRequest, KnownPublisher>()
  const wrong = createWindowCounter(CALLERS_MAX, () => performance.now())
  site.addHook('onRequest', async (request, reply) => {
    const publisher = await findPublisher(store, request.headers.authorization).catch((error: unknown) => {
      if (error instanceof ReleaseError) return error
      throw error
    })
    if (publisher instanceof ReleaseError) return refuseRelease(reply, publisher)
    if (publisher) {
      publishers.set(request, publisher)
      return
    }
    reply.header('www-authenticate', 'Bearer')
    const { count } = wrong.hit(addressKey(request.ip), WRONG_WINDOW_MS)
    if (count > WRONG_MAX) return refuseRequest(reply, 'RATE_LIMITED')
    request.log.warn('a publication without a valid token was refused')
    return answer(reply, 401, { code: 'UNAUTHENTICATED', message: NO_TOKEN })
  })
  return publishers
}

const answerWith = async (
  request: FastifyRequest,
  reply: FastifyReply,
  publisher: KnownPublisher,
  options: PublishingOptions,
): Promise<FastifyReply> => {
  const who = { publisher: publisher.id, owner: publisher.owner, remote: publisher.remote }
  try {
    await notePublisherUse(options, publisher.id, new Date())
    const done = await (request.isMultipart() ? publishUploadedRelease : performPublishing)(request, publisher, options)
    request.log.info({ publication: { ...who, ...done } }, 'a publication was accepted')
    return answer(reply, 'waiting' in done ? 202 : 200, done)
  } catch (error) {
    if (!(error instanceof ReleaseError)) {
      request.log.error({ err: error, publication: who }, 'a publication failed')
      return refuseRequest(reply, 'INTERNAL')
    }
    request.log.warn({ publication: { ...who, why: error.message } }, 'a publication was refused')
    return refuseRelease(reply, error)
  }
}

/**
 * Teams publish their own remote. Every route needs a publisher's token,
 * which names the remote: nothing in the body does.
 */
export const servePublishing = (site: FastifyInstance, options: PublishingOptions): void => {
  void site.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => closeIfArriving(request.raw, reply))
    const publishers = authenticate(scope, options)
    await scope.register(multipart, { throwFileSizeLimit: false })
    let running = 0
    scope.get('/releases', async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuseRequest(reply, 'FORBIDDEN')
      const live = (await readStoredRegistry(options.dataDir))?.remotes[publisher.remote]
      return answer(reply, 200, { remote: publisher.remote, live: namesOf(live) ?? null })
    })
    scope.post('/releases', { bodyLimit: JSON_BYTES }, async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuseRequest(reply, 'FORBIDDEN')
      if (running >= AT_ONCE) {
        reply.header('retry-after', '60')
        return answer(reply, 503, { code: 'UNAVAILABLE', message: BUSY })
      }
      running += 1
      try {
        return await answerWith(request, reply, publisher, options)
      } finally {
        running -= 1
      }
    })
  })
}

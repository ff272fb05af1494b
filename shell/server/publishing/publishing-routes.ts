import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeIfArriving } from 'shared/server'
import { refuseRequest } from '../refuse.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { namesOf, type PublishingOptions, performPublishing, publishUploadedRelease } from './publish.ts'
import { findPublisher, type KnownPublisher, notePublisherUse } from './publisher-tokens.ts'
import { answerHolder, answerOrRefuse, createTurns, requireToken } from './token-routes.ts'

const AT_ONCE = 4
const JSON_BYTES = 4 * 1024

const NO_TOKEN =
  'Falta el token de publicación, o ya no vale. Pide uno a quien administra el sitio: pnpm release-tokens create.'
const BUSY = 'Hay otras publicaciones en curso. Inténtalo de nuevo en un minuto.'

/**
 * Teams publish their own remote. Every route needs a publisher's token,
 * which names the remote: nothing in the body does.
 */
export const servePublishing = (site: FastifyInstance, options: PublishingOptions): void => {
  void site.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => closeIfArriving(request.raw, reply))
    const publishers = requireToken(scope, (authorization) => findPublisher(options, authorization), NO_TOKEN)
    await scope.register(multipart, { throwFileSizeLimit: false })
    const inTurn = createTurns(AT_ONCE, BUSY)
    const perform = async (request: FastifyRequest, reply: FastifyReply, publisher: KnownPublisher) => {
      const { id, owner, remote } = publisher
      return answerOrRefuse(request, reply, { publisher: id, owner, remote }, async () => {
        await notePublisherUse(options, id, new Date())
        const done = await (request.isMultipart() ? publishUploadedRelease : performPublishing)(
          request,
          publisher,
          options,
        )
        return { status: 'waiting' in done ? 202 : 200, done }
      })
    }
    scope.get('/releases', async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuseRequest(reply, 'FORBIDDEN')
      const live = (await readStoredRegistry(options.dataDir))?.remotes[publisher.remote]
      return answerHolder(reply, 200, { remote: publisher.remote, live: namesOf(live) ?? null })
    })
    scope.post('/releases', { bodyLimit: JSON_BYTES }, async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuseRequest(reply, 'FORBIDDEN')
      return inTurn(reply, () => perform(request, reply, publisher))
    })
  })
}

import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { closeIfArriving } from 'shared/server'
import type { PublishingOptions } from '../publishing/publish.ts'
import { answerHolder, answerOrRefuse, createTurns, requireToken } from '../publishing/token-routes.ts'
import { refuseRequest } from '../refuse.ts'
import { findPreviewHolder, noteHolderUse } from './preview-holders.ts'
import { previewsOf, sweepSite, uploadPreview } from './upload-preview.ts'

/** Publications have separate turns, so that previews keep none waiting. */
const AT_ONCE = 2
const BODY_BYTES = 4 * 1024
const SWEEP_MS = 60 * 60 * 1000

const NO_TOKEN =
  'Falta el token de vistas previas, o ya no vale. Pide uno a quien administra el sitio: pnpm release-tokens create … --preview.'
const BUSY = 'Hay otras vistas previas en camino. Inténtalo de nuevo en un minuto.'

const sweepOften = (site: FastifyInstance, options: PublishingOptions): void => {
  const sweep = (): Promise<void> =>
    sweepSite(options, new Date()).catch((error: unknown) => site.log.error({ err: error }, 'old previews are kept'))
  let last = Promise.resolve()
  const timer = setInterval(() => {
    last = sweep()
  }, SWEEP_MS).unref()
  site.addHook('onReady', async () => {
    last = sweep()
  })
  site.addHook('onClose', async () => {
    clearInterval(timer)
    await last
  })
}

/** Teams upload builds that only they open. Nothing here changes or names what is live. */
export const servePreviewBuilds = (site: FastifyInstance, options: PublishingOptions): void => {
  sweepOften(site, options)
  void site.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => closeIfArriving(request.raw, reply))
    const holders = requireToken(scope, (authorization) => findPreviewHolder(options, authorization), NO_TOKEN)
    await scope.register(multipart, { throwFileSizeLimit: false })
    const inTurn = createTurns(AT_ONCE, BUSY)
    scope.get('/releases/previews', async (request, reply) => {
      const holder = holders.get(request)
      return holder ? answerHolder(reply, 200, await previewsOf(options, holder)) : refuseRequest(reply, 'FORBIDDEN')
    })
    scope.post('/releases/previews', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const holder = holders.get(request)
      if (!holder) return refuseRequest(reply, 'FORBIDDEN')
      const { kind, id, owner, remote } = holder
      return inTurn(reply, () =>
        answerOrRefuse(request, reply, { token: { kind, id }, owner, remote }, async () => {
          await noteHolderUse(options, holder, new Date())
          return { status: 200, done: await uploadPreview(request, holder, options) }
        }),
      )
    })
  })
}

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readContract } from 'shared/build/checks'
import { addressKey, closeIfArriving, createWindowCounter } from 'shared/server'
import * as v from 'valibot'
import { refuse } from '../refuse.ts'
import { FILE_BYTES } from '../registry/check-release.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { StoredEntry } from '../registry/stored-registry.ts'
import { type Change, type Switched, switchRelease } from '../registry/switch-release.ts'
import { readLiveSite, vetBuild, vetFormer } from './live-site.ts'
import { findPublisher, notePublisherUse, type Publisher } from './publisher-tokens.ts'
import { type UploadLimits, withUpload } from './receive-upload.ts'

export const UPLOAD_LIMITS: UploadLimits = {
  files: 1000,
  fileBytes: FILE_BYTES,
  totalBytes: 64 * 1024 * 1024,
  timeMs: 120_000,
}

interface PublishingOptions {
  readonly dataDir: string
  /** Of the running shell's build. */
  readonly shellFolder: string
  readonly limits?: UploadLimits | undefined
}

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

const CommandSchema = v.variant('kind', [
  v.object({ kind: v.literal('to'), release: v.string() }),
  v.object({ kind: v.literal('end-canary') }),
])

const status: Readonly<Record<ReleaseError['problem'], number>> = {
  'not-built': 422,
  unknown: 404,
  damaged: 409,
  refused: 422,
  busy: 503,
}

const answer = (reply: FastifyReply, code: number, body: object): FastifyReply =>
  reply.code(code).header('cache-control', 'no-store').send(body)

const namesOf = (entry: StoredEntry | undefined) =>
  entry && { active: entry.active, fallback: entry.fallback, ...(entry.canary ? { canary: entry.canary } : {}) }

const authenticate = (site: FastifyInstance, dataDir: string): WeakMap<FastifyRequest, Publisher> => {
  const publishers = new WeakMap<FastifyRequest, Publisher>()
  const wrong = createWindowCounter(CALLERS_MAX, () => performance.now())
  site.addHook('onRequest', async (request, reply) => {
    const publisher = await findPublisher(dataDir, request.headers.authorization)
    if (publisher) {
      publishers.set(request, publisher)
      return
    }
    reply.header('www-authenticate', 'Bearer')
    const { count } = wrong.hit(addressKey(request.ip), WRONG_WINDOW_MS)
    if (count > WRONG_MAX) return refuse(reply, 'RATE_LIMITED')
    request.log.warn('a publication without a valid token was refused')
    return answer(reply, 401, { code: 'UNAUTHENTICATED', message: NO_TOKEN })
  })
  return publishers
}

const runningShell = (folder: string) => {
  const contract = readContract(folder)
  if (contract?.name !== 'shell')
    throw new ReleaseError('refused', 'El shell de este sitio no dice qué ofrece: hay que construirlo de nuevo.')
  return { contract, folder }
}

const publish = (
  request: FastifyRequest,
  { remote }: Publisher,
  { dataDir, shellFolder, limits = UPLOAD_LIMITS }: PublishingOptions,
): Promise<Switched> =>
  withUpload(dataDir, remote, request, limits, async ({ root, canary }) => {
    const vet = vetBuild(remote, await readLiveSite(dataDir, runningShell(shellFolder), remote))
    const change: Change = { kind: 'build', root, canary }
    return switchRelease({ dataDir, name: remote, vet }, change, new Date()).catch((error: unknown) => {
      if (!(error instanceof ReleaseError)) throw error
      // Paths of this machine say nothing to the team.
      throw new ReleaseError(error.problem, error.message.replaceAll(`${root}/`, '').replaceAll(root, 'lo enviado'))
    })
  })

const command = async (
  request: FastifyRequest,
  { remote }: Publisher,
  { dataDir, shellFolder }: PublishingOptions,
): Promise<Switched> => {
  const change = v.safeParse(CommandSchema, request.body)
  if (!change.success) throw new ReleaseError('refused', 'No se entiende lo que se pide. Actualiza las herramientas.')
  const vet = vetFormer(runningShell(shellFolder).contract)
  return switchRelease({ dataDir, name: remote, vet }, change.output, new Date())
}

const perform = async (
  request: FastifyRequest,
  reply: FastifyReply,
  publisher: Publisher,
  options: PublishingOptions,
) => {
  const told = { publisher: publisher.id, owner: publisher.owner, remote: publisher.remote }
  try {
    await notePublisherUse(options.dataDir, publisher.id, new Date())
    const { before, after } = await (request.isMultipart() ? publish : command)(request, publisher, options)
    const done = { remote: publisher.remote, before: namesOf(before), after: namesOf(after) }
    request.log.info(
      { publication: { ...told, before: done.before, after: done.after } },
      'the live release was changed',
    )
    return answer(reply, 200, done)
  } catch (error) {
    if (!(error instanceof ReleaseError)) {
      request.log.error({ err: error, publication: told }, 'a publication failed')
      return refuse(reply, 'INTERNAL')
    }
    request.log.warn({ publication: { ...told, why: error.message } }, 'a publication was refused')
    return answer(reply, status[error.problem], { code: 'RELEASE_REFUSED', message: error.message })
  }
}

/**
 * Teams publish their own remote. Every route needs a publisher's token,
 * which names the remote: nothing in the body does.
 */
export const servePublishing = (site: FastifyInstance, options: PublishingOptions): void => {
  void site.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => closeIfArriving(request.raw, reply))
    const publishers = authenticate(scope, options.dataDir)
    await scope.register(multipart, { throwFileSizeLimit: false })
    let running = 0
    scope.get('/releases', async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuse(reply, 'FORBIDDEN')
      const live = (await readStoredRegistry(options.dataDir))?.remotes[publisher.remote]
      return answer(reply, 200, { remote: publisher.remote, live: namesOf(live) ?? null })
    })
    scope.post('/releases', { bodyLimit: JSON_BYTES }, async (request, reply) => {
      const publisher = publishers.get(request)
      if (!publisher) return refuse(reply, 'FORBIDDEN')
      if (running >= AT_ONCE) {
        reply.header('retry-after', '60')
        return answer(reply, 503, { code: 'UNAVAILABLE', message: BUSY })
      }
      running += 1
      try {
        return await perform(request, reply, publisher, options)
      } finally {
        running -= 1
      }
    })
  })
}

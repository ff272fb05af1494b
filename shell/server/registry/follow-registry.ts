import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'shared/contract'
import { refuseRequest } from '../refuse.ts'
import { ANY_ORIGIN } from '../release-files/serve-releases.ts'
import { budgetsForAll } from './budgets.ts'
import { forPages, loadRegistry } from './registry-file.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import { refreshRegistry } from './update-registry.ts'

/** Of the browser that asks. */
type AskPreview = (request: FastifyRequest) => Promise<{ readonly registry: Registry } | undefined>

/** Reads the file on each request: releases need no restart. */
export const serveRegistry = (site: FastifyInstance, dataDir: string, findPreview?: AskPreview): void => {
  let lastGood: (Registry & { readonly budgets?: ReturnType<typeof budgetsForAll> }) | undefined
  site.get('/registry.json', async (request, reply) => {
    // Pages with a preview send it. No page of another origin can.
    const preview = request.headers['trazo-preview'] === '1' ? await findPreview?.(request) : undefined
    if (preview) return reply.header('cache-control', 'private, no-store').send(preview.registry)
    try {
      const { registry, damage } = await loadRegistry(dataDir)
      if (registry)
        lastGood = { ...forPages(registry), ...(registry.budgets ? { budgets: budgetsForAll(registry) } : {}) }
      if (damage) request.log.error({ err: damage }, 'registry.json is damaged: its last good copy is served')
    } catch (error) {
      request.log.error({ err: error }, 'registry.json is not a registry')
    }
    return lastGood
      ? reply.headers({ ...ANY_ORIGIN, 'cache-control': 'no-store' }).send(lastGood)
      : refuseRequest(reply, 'UNAVAILABLE')
  })
}

const POLL_MS = 2000
/** Until damaged parts are fetched again. */
const DAMAGED_MS = 30_000

const AWAY = 'El almacenamiento no responde: el sitio sirve lo que tiene en su disco, y no se puede publicar.'

type Log = Pick<FastifyInstance['log'], 'error' | 'info'>

const createRefresher = (store: ReleaseStore, log: Log) => {
  let version: string | undefined
  let problems: readonly string[] = []
  let again = Number.POSITIVE_INFINITY
  const note = (now: readonly string[]): void => {
    if (now.join() === problems.join()) return
    problems = now
    if (now.length > 0) log.error({ problems }, 'the storage of releases has problems: the copy on the disk is served')
    else log.info('the storage of releases is back')
  }
  return {
    problems: () => problems,
    refresh: async (): Promise<void> => {
      try {
        const refreshed = await refreshRegistry(store, performance.now() < again ? version : undefined)
        if (refreshed === 'same') return note(problems.filter((one) => one !== AWAY))
        version = refreshed.version
        again = refreshed.damage.length > 0 ? performance.now() + DAMAGED_MS : Number.POSITIVE_INFINITY
        note(refreshed.damage.map(({ message }) => message))
      } catch (error) {
        note([error instanceof ReleaseError && error.problem === 'away' ? AWAY : String(error)])
      }
    },
  }
}

/** @returns the problems of now, as Spanish lines */
export const followRegistry = (
  site: FastifyInstance,
  store: ReleaseStore,
  pollMs = POLL_MS,
): (() => readonly string[]) => {
  const { problems, refresh } = createRefresher(store, site.log)
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  const follow = (): void => {
    last = refresh().then(() => {
      if (!isClosed) timer = setTimeout(follow, pollMs).unref()
    })
  }
  if (store.shared) follow()
  site.addHook('onClose', async () => {
    isClosed = true
    clearTimeout(timer)
    await last
    store.shared?.close()
  })
  return problems
}

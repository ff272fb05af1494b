import type { RemoteName } from 'shared/contract'
import {
  createFederation,
  createLoader,
  failureReasonOf,
  LOADER_TIMES,
  type LoadedRemote,
  type LoaderStep,
  loadRelease,
  parseRemoteApp,
  registryEntry,
  runAfter,
} from 'shared/host'
import { createPageRegistry } from '../registry/page-registry.ts'
import { fetchRegistry, startRegistry, wholeRegistry } from '../registry/start-registry.ts'
import { startTools } from '../tools/start-tools.ts'
import type { CaughtError } from './caught.ts'
import { pageSender, sendLater, watchLoads } from './load-events.ts'
import { avoidedRelease, resolveEntry, rollDice } from './resolve-entry.ts'
import { reportLater, watchErrors } from './watch-errors.ts'

const warn = ({ name, event }: LoaderStep): void => {
  // biome-ignore lint/suspicious/noConsole: users see a panel; the team needs the reason
  if (event.type === 'refused') console.warn(`[${name}] ${event.failure.reason}: ${event.failure.message}`)
}

const OVERRIDE = 'override'

const createRemoteLoader = (): RemoteLoader => {
  const tools = startTools()
  const registry = createPageRegistry({ page: startRegistry, whole: wholeRegistry, again: fetchRegistry })
  const federation = createFederation(window.location.origin)
  const watch = watchLoads({
    ...pageSender,
    now: () => performance.now(),
    notify: (event) => {
      if ('outcome' in event) void tools.then((present) => present?.note(event))
      if (event.release !== OVERRIDE) send(event)
    },
  })
  // After the watch, so that leaving sends its last reports, too.
  const send = sendLater(pageSender)
  const report = reportLater(send)
  watchErrors(report)
  const remotes = createLoader<LoadedRemote>({
    async plan(name, { fresh }) {
      if ((await tools)?.overrideOf(name)) return { active: OVERRIDE, fallback: null }
      return resolveEntry(
        registryEntry(await registry.read(name, { fresh }), name),
        () => rollDice(Math.random),
        avoidedRelease(name),
      )
    },
    async load(name, release) {
      const manifest = (await tools)?.overrideOf(name)
      if (manifest) return parseRemoteApp(name, await federation.load(name, { manifest }))
      return loadRelease(federation, await registry.read(name, { fresh: false }), name, release)
    },
    reasonOf: failureReasonOf,
    times: LOADER_TIMES,
    after: runAfter,
    observe(step) {
      warn(step)
      watch.observe(step)
    },
  })
  return {
    ...remotes,
    mounted: watch.mounted,
    crashed(remote, caught) {
      const release = remotes.running(remote)?.release
      if (release && release !== OVERRIDE) report({ ...caught, boundary: { remote, release } })
    },
  }
}

export interface RemoteLoader extends ReturnType<typeof createLoader<LoadedRemote>> {
  /** Its first screen is shown. */
  mounted(name: RemoteName): void
  crashed(name: RemoteName, caught: Omit<CaughtError, 'boundary'>): void
}

let loader: RemoteLoader | undefined

/**
 * Callers share a pending load; a call after a failure retries with a
 * fresh registry.
 */
export const remoteLoader: RemoteLoader = {
  load(name) {
    loader ??= createRemoteLoader()
    return loader.load(name)
  },
  loaded: (name) => loader?.loaded(name),
  running: (name) => loader?.running(name),
  mounted: (name) => loader?.mounted(name),
  crashed: (name, caught) => loader?.crashed(name, caught),
}

import type { Registry, RemoteName } from 'shared/contract'
import { RemoteAppSchema } from 'shared/contract'
import * as v from 'valibot'
import { fetchRegistry, startRegistry } from '../registry/start-registry.ts'
import { startTools } from '../tools/start-tools.ts'
import { isTimeout } from './chunk-error.ts'
import { LOADER_TIMES } from './constants.ts'
import type { Federation } from './federation.ts'
import { createFederation, fits } from './federation.ts'
import { pageSender, sendLater, watchLoads } from './load-events.ts'
import type { FailureReason } from './machine.ts'
import { createRegistryReader, entryOf } from './registry.ts'
import { avoidedRelease, resolveEntry, rollDice } from './resolve-entry.ts'
import type { LoaderStep } from './run-loader.ts'
import { createLoader } from './run-loader.ts'
import { type Caught, reportLater, watchErrors } from './watch-errors.ts'

export type LoadedRemote = v.InferOutput<typeof RemoteAppSchema>

/** A loaded module that must not be mounted. */
export class RemoteRefusal extends Error {
  override readonly name = 'RemoteRefusal'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const AppModuleSchema = v.object({ default: RemoteAppSchema })

/** @throws RemoteRefusal with reason `contract` */
export const parseRemoteApp = (name: RemoteName, module: unknown): LoadedRemote => {
  const parsed = v.safeParse(AppModuleSchema, module)
  if (!parsed.success)
    throw new RemoteRefusal('contract', `${name}: ${parsed.issues.map((issue) => issue.message).join('; ')}`)
  const app = parsed.output.default
  if (app.name !== name) throw new RemoteRefusal('contract', `asked for ${name}, and ${app.name} answered`)
  return app
}

/** The runtime's message for `strictVersion` violations. */
const STRICT_VERSION = /does not satisfy the requirement/

export const reasonOf = (error: unknown): FailureReason => {
  if (error instanceof RemoteRefusal) return error.reason
  if (isTimeout(error)) return 'timeout'
  return STRICT_VERSION.test(String(error)) ? 'version' : 'load'
}

/** Checks the version before loading, then the loaded module. */
export const loadRelease = async (
  federation: Federation,
  registry: Registry,
  name: RemoteName,
  releaseId: string,
): Promise<LoadedRemote> => {
  const release = entryOf(registry, name).releases[releaseId]
  if (!release) throw new RemoteRefusal('registry', `/registry.json lists no release ${releaseId} of ${name}`)
  const version = federation.sharedVersion()
  if (version !== undefined && !fits(version, release.shared))
    throw new RemoteRefusal('version', `${name} ${releaseId} needs shared ${release.shared}, the shell has ${version}`)
  return parseRemoteApp(name, await federation.load(name, release))
}

const warn = ({ name, event }: LoaderStep): void => {
  // biome-ignore lint/suspicious/noConsole: users see a panel; the team needs the reason
  if (event.type === 'refused') console.warn(`[${name}] ${event.failure.reason}: ${event.failure.message}`)
}

const OVERRIDE = 'override'

const createRemoteLoader = (): RemoteLoader => {
  const tools = startTools()
  const reader = createRegistryReader(startRegistry, fetchRegistry)
  const federation = createFederation()
  const send = sendLater(pageSender)
  const watch = watchLoads(
    () => performance.now(),
    (event) => {
      if ('outcome' in event) void tools.then((present) => present?.note(event))
      if (event.release !== OVERRIDE) send(event)
    },
  )
  const report = reportLater(send)
  watchErrors(report)
  const remotes = createLoader<LoadedRemote>({
    async plan(name, { fresh }) {
      if ((await tools)?.overrideOf(name)) return { active: OVERRIDE, fallback: null }
      return resolveEntry(
        entryOf(await reader.read({ fresh }), name),
        () => rollDice(Math.random),
        avoidedRelease(name),
      )
    },
    async load(name, release) {
      const manifest = (await tools)?.overrideOf(name)
      if (manifest) return parseRemoteApp(name, await federation.load(name, { manifest }))
      return loadRelease(federation, await reader.read({ fresh: false }), name, release)
    },
    reasonOf,
    times: LOADER_TIMES,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
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
  crashed(name: RemoteName, caught: Omit<Caught, 'boundary'>): void
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

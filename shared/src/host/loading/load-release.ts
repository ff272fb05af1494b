import * as v from 'valibot'
import type { Registry, RemoteName } from '../../contract/index.ts'
import { RemoteAppSchema } from '../../contract/index.ts'
import { fitsVersionRange } from '../../federation/version-range.ts'
import type { RemoteFederation } from './federation.ts'
import type { FailureReason } from './machine.ts'
import { registryEntry } from './registry.ts'

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

/** From `fetch`, `runScript`, or webpack. */
const isTimeout = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  (error instanceof Error && 'type' in error && error.type === 'timeout')

/** The runtime's message for `strictVersion` violations. */
const STRICT_VERSION = /does not satisfy the requirement/

export const failureReasonOf = (error: unknown): FailureReason => {
  if (error instanceof RemoteRefusal) return error.reason
  if (isTimeout(error)) return 'timeout'
  return STRICT_VERSION.test(String(error)) ? 'version' : 'load'
}

/** Checks the version before loading, then the loaded module. */
export const loadRelease = async (
  federation: RemoteFederation,
  registry: Registry,
  name: RemoteName,
  releaseId: string,
): Promise<LoadedRemote> => {
  const release = registryEntry(registry, name).releases[releaseId]
  if (!release) throw new RemoteRefusal('registry', `/registry.json lists no release ${releaseId} of ${name}`)
  const version = federation.sharedVersion()
  if (version !== undefined && !fitsVersionRange(version, release.shared))
    throw new RemoteRefusal('version', `${name} ${releaseId} needs shared ${release.shared}, the shell has ${version}`)
  return parseRemoteApp(name, await federation.load(name, release))
}

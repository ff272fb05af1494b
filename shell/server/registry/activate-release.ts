import { isRemoteName, type RemoteName, remoteNames } from 'shared/contract'
import type { StoredEntry, StoredRegistry, StoredRelease } from './stored-registry.ts'

export const emptyRegistry: StoredRegistry = { version: 1, remotes: {} }

export interface Activation {
  readonly name: RemoteName
  readonly id: string
  readonly release: StoredRelease
  /** Of an added remote. */
  readonly mounts?: StoredEntry['mounts']
}

type Names = Pick<StoredEntry, 'active' | 'fallback' | 'canary' | 'mounts'>

/** The folders of dropped releases stay. */
const withEntry = (registry: StoredRegistry, name: RemoteName, names: Names, added?: Activation): StoredRegistry => {
  const { active, fallback, canary, mounts } = names
  const known: Readonly<Record<string, StoredRelease>> = {
    ...registry.remotes[name]?.releases,
    ...(added ? { [added.id]: added.release } : {}),
  }
  const named = [fallback, active, canary?.release]
  const entry: StoredEntry = {
    active,
    fallback,
    ...(canary ? { canary } : {}),
    ...(mounts ? { mounts } : {}),
    releases: Object.fromEntries(
      named.flatMap((id) => {
        const release = known[id ?? '']
        return id && release ? [[id, release]] : []
      }),
    ),
  }
  return { ...registry, remotes: { ...registry.remotes, [name]: entry } }
}

/**
 * Ends a canary. The previous release becomes
 * the fallback, unless `id` is live already.
 */
export const activateRelease = (registry: StoredRegistry, activation: Activation): StoredRegistry => {
  const { name, id, mounts } = activation
  const before = registry.remotes[name]
  const fallback = before && before.active !== id ? before.active : (before?.fallback ?? null)
  return withEntry(registry, name, { active: id, fallback, mounts }, activation)
}

/** @returns undefined if no other release is live */
export const startCanary = (
  registry: StoredRegistry,
  activation: Activation,
  percent: number,
): StoredRegistry | undefined => {
  const { name, id } = activation
  const before = registry.remotes[name]
  if (!before || before.active === id) return undefined
  return withEntry(registry, name, { ...before, canary: { release: id, percent } }, activation)
}

export const endCanary = (registry: StoredRegistry, name: RemoteName): StoredRegistry => {
  const before = registry.remotes[name]
  return before?.canary ? withEntry(registry, name, { ...before, canary: undefined }) : registry
}

export const namedReleases = (registry: StoredRegistry): string[] =>
  Object.entries(registry.remotes).flatMap(([name, entry]) =>
    Object.keys(entry?.releases ?? {}).map((id) => `${name}/${id}`),
  )

/** Built-in ones first, also those without a release. */
export const remotesOfSite = (...given: readonly string[]): RemoteName[] => [
  ...new Set([...remoteNames, ...given.filter(isRemoteName).sort()]),
]

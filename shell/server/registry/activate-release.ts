import type { RemoteName } from 'shared/contract'
import type { StoredEntry, StoredRegistry, StoredRelease } from './stored-registry.ts'

export const emptyRegistry: StoredRegistry = { version: 1, remotes: {} }

/** One release that is about to go live. */
export interface Activation {
  readonly name: RemoteName
  readonly id: string
  readonly release: StoredRelease
}

type Names = Pick<StoredEntry, 'active' | 'fallback' | 'canary' | 'built'>

/** The registry with this entry, which lists the releases that it names and no others (their folders stay). */
const withEntry = (registry: StoredRegistry, name: RemoteName, names: Names, added?: Activation): StoredRegistry => {
  const { active, fallback, canary, built } = names
  const known: Readonly<Record<string, StoredRelease>> = {
    ...registry.remotes[name]?.releases,
    ...(added ? { [added.id]: added.release } : {}),
  }
  const named = [fallback, active, canary?.release]
  const entry: StoredEntry = {
    active,
    fallback,
    ...(canary ? { canary } : {}),
    ...(built === undefined ? {} : { built }),
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
 * The registry after `id` went live. The release that was live before becomes the fallback, and whatever was tried out
 * is not any more. Activating what is already live keeps the fallback that there is.
 */
export const activateRelease = (registry: StoredRegistry, activation: Activation): StoredRegistry => {
  const { name, id } = activation
  const before = registry.remotes[name]
  const fallback = before && before.active !== id ? before.active : (before?.fallback ?? null)
  return withEntry(registry, name, { active: id, fallback, built: before?.built }, activation)
}

/**
 * The registry in which `percent` of all tabs try `id` out, in place of what was tried out before.
 *
 * @returns undefined when there is nothing that the others could have: no live release, or this very one
 */
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

/** The registry in which every tab has the live release again. */
export const endCanary = (registry: StoredRegistry, name: RemoteName): StoredRegistry => {
  const before = registry.remotes[name]
  return before?.canary ? withEntry(registry, name, { ...before, canary: undefined }) : registry
}

/** The registry that remembers which build came last. */
export const rememberBuild = (registry: StoredRegistry, name: RemoteName, built: string): StoredRegistry => {
  const before = registry.remotes[name]
  return before ? withEntry(registry, name, { ...before, built }) : registry
}

/** `<remote>/<release>` of everything that the registry names: folders that have to be there. */
export const namedReleases = (registry: StoredRegistry): string[] =>
  Object.entries(registry.remotes).flatMap(([name, { releases }]) => Object.keys(releases).map((id) => `${name}/${id}`))

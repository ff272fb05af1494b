import type { Registry, Release, RemoteName } from 'shared/contract'

export const emptyRegistry: Registry = { version: 1, remotes: {} }

/** One release that is about to go live. */
export interface Activation {
  readonly name: RemoteName
  readonly id: string
  readonly release: Release
}

/**
 * The registry after `id` went live. The release that was live before becomes the fallback; older ones are forgotten
 * here (their folders stay). Activating what is already live keeps the fallback that there is.
 */
export const activateRelease = (registry: Registry, { name, id, release }: Activation): Registry => {
  const before = registry.remotes[name]
  const fallback = before && before.active !== id ? before.active : (before?.fallback ?? null)
  const former = fallback === null ? undefined : before?.releases[fallback]
  return {
    ...registry,
    remotes: {
      ...registry.remotes,
      [name]: {
        active: id,
        fallback,
        releases: { ...(fallback !== null && former ? { [fallback]: former } : {}), [id]: release },
      },
    },
  }
}

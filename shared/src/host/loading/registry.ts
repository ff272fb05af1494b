import type { Registry, RemoteEntry, RemoteName } from '../../contract/index.ts'
import { parseRegistry } from '../../contract/index.ts'

/**
 * All remotes of a page use the same state.
 * @param first the request that the entry has started
 */
export const createRegistryReader = (first: () => Promise<unknown>, again: () => Promise<unknown>) => {
  let current: Promise<Registry> | undefined
  let asked = false
  return {
    /** `fresh` repeats the request. */
    read({ fresh }: { readonly fresh: boolean }): Promise<Registry> {
      if (fresh || !current) {
        const reading = (asked ? again() : first()).then(parseRegistry)
        asked = true
        current = reading
        reading.catch(() => {
          if (current === reading) current = undefined
        })
      }
      return current
    },
  }
}

/** @throws Error if the remote has no release */
export const registryEntry = (registry: Registry, name: RemoteName): RemoteEntry => {
  const entry = registry.remotes[name]
  if (!entry) throw new Error(`/registry.json lists no release of ${name}`)
  return entry
}

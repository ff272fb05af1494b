import type { Registry, RemoteEntry, RemoteName } from 'shared/contract'
import { RegistrySchema } from 'shared/contract'
import * as v from 'valibot'

export interface RegistryReader {
  /** The page's registry; `fresh` asks the server again, as after a failure. */
  read(options: { readonly fresh: boolean }): Promise<Registry>
}

/**
 * Reads the registry once and keeps what it said: all remotes of a page come from the same state of the site.
 *
 * @param first answers the request that the entry has already started
 * @param again asks the server anew
 */
export const createRegistryReader = (first: () => Promise<unknown>, again: () => Promise<unknown>): RegistryReader => {
  let current: Promise<Registry> | undefined
  let asked = false
  return {
    read({ fresh }) {
      if (fresh || !current) {
        const reading = (asked ? again() : first()).then((answer) => v.parse(RegistrySchema, answer))
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

/** @throws Error when the site runs no release of this remote */
export const entryOf = (registry: Registry, name: RemoteName): RemoteEntry => {
  const entry = registry.remotes[name]
  if (!entry) throw new Error(`/registry.json lists no release of ${name}`)
  return entry
}

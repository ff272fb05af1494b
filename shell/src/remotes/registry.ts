import type { Registry, RemoteEntry, RemoteName } from 'shared/contract'
import { RegistrySchema } from 'shared/contract'
import * as v from 'valibot'

export interface RegistryReader {
  /** The page's registry; `fresh` asks the server again, as after a failure. */
  read(options: { readonly fresh: boolean }): Promise<Registry>
}

const parse = async (answer: Response): Promise<Registry> => {
  if (!answer.ok) throw new Error(`/registry.json answered ${answer.status}`)
  return v.parse(RegistrySchema, await answer.json())
}

/**
 * Reads the registry once and keeps what it said: all remotes of a page come from the same state of the site.
 *
 * @param first answers the request that the entry has already started
 * @param again asks the server anew
 */
export const createRegistryReader = (
  first: () => Promise<Response>,
  again: () => Promise<Response>,
): RegistryReader => {
  let current: Promise<Registry> | undefined
  let asked = false
  return {
    read({ fresh }) {
      if (fresh || !current) {
        const reading = (asked ? again() : first()).then(parse)
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

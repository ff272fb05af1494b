import type { Registry, RemoteName } from 'shared/contract'
import { createRegistryReader } from 'shared/host'

interface RegistrySources {
  /** The embedded part, or the whole registry. */
  readonly page: () => Promise<unknown>
  readonly whole: () => Promise<unknown>
  readonly again: () => Promise<unknown>
}

/** A page names the remotes that its address needs. The first use of another one asks the server. */
export const createPageRegistry = ({ page, whole, again }: RegistrySources) => {
  const part = createRegistryReader(page, again)
  const rest = createRegistryReader(whole, again)
  const renewed = new Set<RemoteName>()
  return {
    /** `fresh` repeats the request. */
    async read(name: RemoteName, { fresh }: { readonly fresh: boolean }): Promise<Registry> {
      if (fresh) {
        renewed.add(name)
        return rest.read({ fresh })
      }
      const registry = renewed.has(name) ? undefined : await part.read({ fresh })
      return registry?.remotes[name] ? registry : rest.read({ fresh })
    },
  }
}

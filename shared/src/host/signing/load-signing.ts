import { LOADER_TIMES } from '../loading/constants.ts'
import { createFederation } from '../loading/federation.ts'
import { type LoadedRemote, loadRelease, reasonOf } from '../loading/load-release.ts'
import { createRegistryReader, entryOf } from '../loading/registry.ts'
import { after, createLoader } from '../loading/run-loader.ts'

const readRegistry = async (site: string): Promise<unknown> => {
  const answer = await fetch(new URL('/registry.json', site), { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`${site}/registry.json answered ${answer.status}`)
  return answer.json()
}

/** Canaries are for the site's own pages, which report their errors. */
export const createSigningLoader = (site: string): (() => Promise<LoadedRemote>) => {
  const read = () => readRegistry(site)
  const reader = createRegistryReader(read, read)
  const federation = createFederation(site)
  const loader = createLoader<LoadedRemote>({
    async plan(name, { fresh }) {
      const { active, fallback } = entryOf(await reader.read({ fresh }), name)
      return { active, fallback }
    },
    load: async (name, release) => loadRelease(federation, await reader.read({ fresh: false }), name, release),
    reasonOf,
    times: LOADER_TIMES,
    after,
  })
  return () => loader.load('mf_signing')
}

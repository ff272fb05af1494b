import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRemoteName } from 'shared/contract'
import { forbiddenIn } from './check-release.ts'
import { pullRelease } from './kept-releases.ts'
import { releasesFolder } from './registry-file.ts'
import type { ReleaseStore, SharedReleases } from './release-store.ts'

/** Bounds what requests for names that do not exist cost. */
const LISTED_MS = 5000

export interface OnDemand {
  fetch(path: string): Promise<void>
  fetchAll(kind: string): Promise<void>
}

const createListing = (shared: SharedReleases) => {
  let listed: Promise<ReadonlySet<string>> | undefined
  const list = async () => new Set((await shared.list()).map(({ path }) => path))
  return (): Promise<ReadonlySet<string>> => {
    if (!listed) {
      listed = list()
      setTimeout(() => {
        listed = undefined
      }, LISTED_MS).unref()
    }
    return listed
  }
}

/** For tabs that use what this machine never had. */
export const createOnDemand = (store: ReleaseStore, onError: (error: unknown) => void): OnDemand => {
  const { dataDir, shared } = store
  if (!shared) return { fetch: async () => undefined, fetchAll: async () => undefined }
  const listing = createListing(shared)
  const running = new Map<string, Promise<unknown>>()
  const bring = (path: string) =>
    isRemoteName(path.split('/')[0] ?? '') ? pullRelease(store, path) : shared.pull(path, forbiddenIn)
  const fetchOnce = async (path: string): Promise<void> => {
    if (existsSync(join(releasesFolder(dataDir), path))) return
    const own = running.get(path) ?? bring(path).finally(() => running.delete(path))
    running.set(path, own)
    await own
  }
  return {
    async fetch(path) {
      if (existsSync(join(releasesFolder(dataDir), path))) return
      const listed = await listing().catch(onError)
      if (listed?.has(path)) await fetchOnce(path).catch(onError)
    },
    async fetchAll(kind) {
      const listed = (await listing().catch(onError)) ?? new Set<string>()
      for (const path of listed) if (path.startsWith(`${kind}/`)) await fetchOnce(path).catch(onError)
    },
  }
}

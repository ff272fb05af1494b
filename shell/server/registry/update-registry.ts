import { join } from 'node:path'
import { isRemoteName } from 'shared/contract'
import { dateFolder } from '../release-files/remove-folder.ts'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import {
  refreshGoodCopy,
  registryFile,
  registryText,
  releasesFolder,
  setDamagedAside,
  writeRegistry,
} from './registry-file.ts'
import type { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import { adoptRegistry, type CurrentRegistry, loadCurrent, pushNamed, SHARED_REGISTRY } from './shared-registry.ts'
import type { StoredRegistry } from './stored-registry.ts'
import { withLock } from './with-lock.ts'

const LOCK_TIMEOUT_MS = 30_000

export const withRegistryLock = <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  withLock(`${registryFile(dataDir)}.lock`, LOCK_TIMEOUT_MS, work)

const dateDropped = async (
  { dataDir, shared }: ReleaseStore,
  before: StoredRegistry,
  after: StoredRegistry,
  now: Date,
): Promise<void> => {
  const still = new Set(namedReleases(after))
  for (const gone of namedReleases(before).filter((name) => !still.has(name))) {
    await dateFolder(join(releasesFolder(dataDir), gone), now).catch(() => undefined)
    await shared?.touch(gone)
  }
}

const write = async (store: ReleaseStore, { damage, version }: CurrentRegistry, after: StoredRegistry) => {
  const { dataDir, shared } = store
  if (!shared) {
    if (damage) await setDamagedAside(dataDir)
    return writeRegistry(dataDir, after)
  }
  await shared.replaceDocument(SHARED_REGISTRY, registryText(after), version)
  await adoptRegistry(store, after)
}

const withLiveSince = (before: StoredRegistry, after: StoredRegistry, now: Date): StoredRegistry => ({
  ...after,
  remotes: Object.fromEntries(
    Object.entries(after.remotes).map(([name, entry]) => {
      const old = isRemoteName(name) ? before.remotes[name] : undefined
      const liveSince = old?.active === entry?.active ? old?.liveSince : now.toISOString()
      return [name, entry && liveSince ? { ...entry, liveSince } : entry]
    }),
  ),
})

/**
 * Atomic. Dropped releases get today's date: open tabs still use them.
 * @throws the error of `change`; nothing changes then
 */
export const updateRegistry = (
  store: ReleaseStore,
  now: Date,
  change: (registry: StoredRegistry) => Promise<StoredRegistry>,
): Promise<StoredRegistry> =>
  withRegistryLock(store.dataDir, async () => {
    const { dataDir, shared } = store
    const current = await loadCurrent(store)
    const { registry: before = emptyRegistry, damage } = current
    if (shared && current.registry) await adoptRegistry(store, before)
    const after = withLiveSince(before, await change(before), now)
    if (!damage && current.registry && JSON.stringify(after) === JSON.stringify(before)) {
      if (!shared) await refreshGoodCopy(dataDir, after)
      return after
    }
    if (shared) await pushNamed(shared, after, damage ? emptyRegistry : before)
    await dateDropped(store, before, after, now)
    await write(store, current, after)
    return after
  })

export interface RefreshedRegistry {
  readonly version: string | undefined
  readonly damage: readonly ReleaseError[]
}

export const refreshRegistry = async (store: ReleaseStore, known?: string): Promise<RefreshedRegistry | 'same'> => {
  if ((await store.shared?.readDocument(SHARED_REGISTRY, known)) === 'same') return 'same'
  return withRegistryLock(store.dataDir, async () => {
    const { registry, damage, version } = await loadCurrent(store)
    const damaged = registry ? await adoptRegistry(store, registry) : []
    return { version, damage: damage ? [damage, ...damaged] : damaged }
  })
}

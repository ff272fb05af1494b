import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import {
  loadRegistry,
  refreshGoodCopy,
  registryFile,
  releasesFolder,
  setDamagedAside,
  writeRegistry,
} from './registry-file.ts'
import type { StoredRegistry } from './stored-registry.ts'
import { withLock } from './with-lock.ts'

const LOCK_TIMEOUT_MS = 30_000

export const withRegistryLock = <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  withLock(`${registryFile(dataDir)}.lock`, LOCK_TIMEOUT_MS, work)

/**
 * Atomic. Dropped releases get today's date: open tabs still use them.
 * @throws the error of `change`; nothing changes then
 */
export const updateRegistry = (
  dataDir: string,
  now: Date,
  change: (registry: StoredRegistry) => Promise<StoredRegistry>,
): Promise<StoredRegistry> =>
  withRegistryLock(dataDir, async () => {
    const { registry: before, damage } = await loadRegistry(dataDir)
    const after = await change(before ?? emptyRegistry)
    if (!damage && JSON.stringify(after) === JSON.stringify(before)) {
      await refreshGoodCopy(dataDir, after)
      return after
    }
    const still = new Set(namedReleases(after))
    for (const gone of namedReleases(before ?? emptyRegistry).filter((name) => !still.has(name)))
      await utimes(join(releasesFolder(dataDir), gone), now, now).catch(() => undefined)
    if (damage) await setDamagedAside(dataDir)
    await writeRegistry(dataDir, after)
    return after
  })

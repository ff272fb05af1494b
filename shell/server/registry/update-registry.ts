import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import { readStoredRegistry, registryFile, releasesFolder, writeRegistry } from './registry-file.ts'
import type { StoredRegistry } from './stored-registry.ts'
import { withLock } from './with-lock.ts'

/** Switching takes milliseconds: whoever has the lock for longer is stuck. */
const PATIENCE_MS = 30_000

/** Runs `work` while nobody else changes this data folder's registry or its releases. */
export const withRegistryLock = <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  withLock(`${registryFile(dataDir)}.lock`, PATIENCE_MS, work)

/**
 * Replaces the registry by what `change` makes of it, in one step; of two that do so at the same time, the second one
 * sees what the first one did. A release that is named no more gets the date of today: tabs that have it stay open.
 *
 * @throws what `change` throws, and then nothing has changed
 */
export const updateRegistry = (
  dataDir: string,
  now: Date,
  change: (registry: StoredRegistry) => Promise<StoredRegistry>,
): Promise<StoredRegistry> =>
  withRegistryLock(dataDir, async () => {
    const before = await readStoredRegistry(dataDir)
    const after = await change(before ?? emptyRegistry)
    if (JSON.stringify(after) === JSON.stringify(before)) return after
    const still = new Set(namedReleases(after))
    for (const gone of namedReleases(before ?? emptyRegistry).filter((name) => !still.has(name)))
      await utimes(join(releasesFolder(dataDir), gone), now, now).catch(() => undefined)
    await writeRegistry(dataDir, after)
    return after
  })

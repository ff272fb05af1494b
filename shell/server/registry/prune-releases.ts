import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { remoteNames } from 'shared/contract'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import { folderOf, listKept, UNFINISHED } from './kept-releases.ts'
import { readRegistry, releasesFolder } from './registry-file.ts'
import { withRegistryLock } from './update-registry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

/** Left by a killed process; copying never takes a day. */
const removeUnfinished = async (folder: string, now: Date): Promise<void> => {
  const left = (await readdir(folder).catch(() => [])).filter((entry) => entry.endsWith(UNFINISHED))
  for (const entry of left) {
    const { mtimeMs } = await stat(join(folder, entry))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(folder, entry), { recursive: true, force: true })
  }
}

/**
 * Deletes releases that left the registry KEPT_DAYS ago.
 *
 * @returns `<remote>/<release>` of deleted releases
 * @throws if the registry is
 *   unreadable; nothing is deleted then
 */
export const pruneReleases = (dataDir: string, now: Date): Promise<string[]> =>
  withRegistryLock(dataDir, async () => {
    const named = new Set(namedReleases((await readRegistry(dataDir)) ?? emptyRegistry))
    const gone: string[] = []
    for (const name of remoteNames) {
      for (const { id, lastNamed } of await listKept(dataDir, name)) {
        if (named.has(`${name}/${id}`) || now.getTime() - lastNamed.getTime() < KEPT_DAYS * DAY_MS) continue
        // Renaming first makes the deletion atomic for clients.
        const folder = folderOf(dataDir, name, id)
        await rename(folder, `${folder}${UNFINISHED}`)
        await rm(`${folder}${UNFINISHED}`, { recursive: true, force: true })
        gone.push(`${name}/${id}`)
      }
      await removeUnfinished(join(releasesFolder(dataDir), name), now)
    }
    return gone
  })

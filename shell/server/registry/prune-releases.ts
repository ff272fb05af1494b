import { join } from 'node:path'
import { isOverdue, removeFolder, removeUnfinished } from '../release-files/remove-folder.ts'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import { folderOf, listKept, remotesIn } from './kept-releases.ts'
import { loadRegistry, releasesFolder } from './registry-file.ts'
import { withRegistryLock } from './update-registry.ts'

/** @throws if the registry is damaged; nothing is deleted then */
export const pruneReleases = (dataDir: string, now: Date): Promise<string[]> =>
  withRegistryLock(dataDir, async () => {
    const { registry = emptyRegistry, damage } = await loadRegistry(dataDir)
    if (damage) throw damage
    const named = new Set(namedReleases(registry))
    const gone: string[] = []
    for (const name of await remotesIn(dataDir, registry)) {
      for (const { id, lastNamed } of await listKept(dataDir, name)) {
        if (named.has(`${name}/${id}`) || !isOverdue(lastNamed, now)) continue
        await removeFolder(folderOf(dataDir, name, id))
        gone.push(`${name}/${id}`)
      }
      await removeUnfinished(join(releasesFolder(dataDir), name), now)
    }
    return gone
  })

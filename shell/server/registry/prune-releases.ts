import { join } from 'node:path'
import { isRemoteName } from 'shared/contract'
import { isOverdue, removeFolder, removeUnfinished } from '../release-files/remove-folder.ts'
import { emptyRegistry, namedReleases } from './activate-release.ts'
import { folderOf, listKept, remotesIn } from './kept-releases.ts'
import { releasesFolder } from './registry-file.ts'
import type { ReleaseStore, SharedReleases } from './release-store.ts'
import { loadCurrent } from './shared-registry.ts'
import { withRegistryLock } from './update-registry.ts'

const pruneShared = async (shared: SharedReleases, isKept: (path: string) => boolean, now: Date): Promise<string[]> => {
  const old = (await shared.list()).flatMap(({ path, lastUsed }) => {
    const isRelease = isRemoteName(path.split('/')[0] ?? '')
    return isRelease && !isKept(path) && isOverdue(lastUsed, now) ? [path] : []
  })
  for (const path of old) await shared.remove(path)
  await shared.sweep(now)
  return old
}

/** @throws if the registry is damaged; nothing is deleted then */
export const pruneReleases = (store: ReleaseStore, now: Date): Promise<string[]> =>
  withRegistryLock(store.dataDir, async () => {
    const { dataDir, shared } = store
    const { registry = emptyRegistry, damage } = await loadCurrent(store)
    if (damage) throw damage
    const named = new Set(namedReleases(registry))
    const gone = new Set(shared ? await pruneShared(shared, (path) => named.has(path), now) : [])
    for (const name of await remotesIn(dataDir, registry)) {
      for (const { id, lastNamed } of await listKept(dataDir, name)) {
        if (named.has(`${name}/${id}`) || !isOverdue(lastNamed, now)) continue
        await removeFolder(folderOf(dataDir, name, id))
        gone.add(`${name}/${id}`)
      }
      await removeUnfinished(join(releasesFolder(dataDir), name), now)
    }
    return [...gone]
  })

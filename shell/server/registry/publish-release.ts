import { activateRelease, rememberBuild } from './activate-release.ts'
import { keepBuild, takeKept } from './kept-releases.ts'
import type { StoredRegistry } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

/**
 * Activates the new builds in one switch. Leaves earlier builds as they
 * are, so a restart keeps a roll-back or a canary.
 * @throws ReleaseError; nothing is switched then
 */
export const publishReleases = async (
  dataDir: string,
  roots: readonly string[],
  now: Date,
): Promise<StoredRegistry> => {
  const builds: Awaited<ReturnType<typeof keepBuild>>[] = []
  for (const root of roots) builds.push(await keepBuild(dataDir, root, now))
  return updateRegistry(dataDir, now, async (before) => {
    let registry = before
    for (const { name, id } of builds) {
      if (registry.remotes[name]?.built === id) continue
      registry = activateRelease(registry, await takeKept(dataDir, registry, { name, id }))
      registry = rememberBuild(registry, name, id)
    }
    return registry
  })
}

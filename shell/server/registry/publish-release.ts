import { activateRelease, rememberBuild } from './activate-release.ts'
import { keepBuild, takeKept } from './kept-releases.ts'
import type { StoredRegistry } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

/**
 * What a start of the site does: keeps what each remote last built, and makes those builds live that are new here, in
 * one switch of the registry. A build that was published before changes nothing: whoever has rolled it back since, or
 * lets a few tabs try it out, is not overruled by a restart.
 *
 * @throws ReleaseError before anything is switched
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

import { join } from 'node:path'
import { readBuildRecord } from 'shared/build/record'
import { type RemoteName, remoteNames } from 'shared/contract'
import { activateRelease } from './activate-release.ts'
import { keepBuild, takeKept } from './kept-releases.ts'
import { readStoredRegistry } from './registry-file.ts'
import type { StoredEntry, StoredRegistry } from './stored-registry.ts'
import { updateRegistry } from './update-registry.ts'

export interface CheckoutRemote {
  readonly name: RemoteName
  readonly root: string
}

export const remotesOf = (workspace: string): CheckoutRemote[] =>
  remoteNames.map((name) => ({ name, root: join(workspace, name.replaceAll('_', '-')) }))

/** `missing`: only remotes that have no live release. */
export type Publishing = 'missing' | 'all'

/** Its folder may have been deleted. */
const isNamed = ({ releases }: StoredEntry, root: string): boolean =>
  Object.hasOwn(releases, readBuildRecord(root)?.release ?? '')

/**
 * Activates builds in one switch.
 * @throws ReleaseError; nothing is switched then
 */
export const publishReleases = async (
  dataDir: string,
  remotes: readonly CheckoutRemote[],
  now: Date,
  publishing: Publishing = 'missing',
): Promise<StoredRegistry> => {
  const live = (await readStoredRegistry(dataDir))?.remotes ?? {}
  const wanted = remotes.filter(({ name, root }) => {
    const entry = live[name]
    return publishing === 'all' || entry === undefined || isNamed(entry, root)
  })
  const builds: Awaited<ReturnType<typeof keepBuild>>[] = []
  for (const { name, root } of wanted) builds.push(await keepBuild(dataDir, root, now, name))
  return updateRegistry(dataDir, now, async (before) => {
    let registry = before
    for (const { name, id } of builds) {
      // Another process may have published it.
      if (publishing === 'missing' && registry.remotes[name]) continue
      registry = activateRelease(registry, await takeKept(dataDir, registry, { name, id }))
    }
    return registry
  })
}

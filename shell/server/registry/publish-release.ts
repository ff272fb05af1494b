import { join } from 'node:path'
import { readBuildRecord } from 'shared/build/record'
import { type RemoteName, remoteNames } from 'shared/contract'
import { activateRelease } from './activate-release.ts'
import { keepBuild, takeKept } from './kept-releases.ts'
import { readStoredRegistry } from './registry-file.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './release-store.ts'
import type { StoredEntry, StoredRegistry } from './stored-registry.ts'
import { refreshRegistry, updateRegistry } from './update-registry.ts'

export interface CheckoutRemote {
  readonly name: RemoteName
  readonly root: string
}

export const remotesOf = (workspace: string): CheckoutRemote[] =>
  remoteNames.map((name) => ({ name, root: join(workspace, name.replaceAll('_', '-')) }))

/** `missing`: only remotes that have no live release. */
export type PublishedFiles = 'missing' | 'all'

/** Its folder may have been deleted. */
const isNamed = ({ releases }: StoredEntry, root: string): boolean =>
  Object.hasOwn(releases, readBuildRecord(root)?.release ?? '')

const servedWithout = async (store: ReleaseStore, publishing: PublishedFiles): Promise<StoredRegistry | undefined> => {
  try {
    if (store.shared) await refreshRegistry(store)
  } catch (error) {
    const cached = await readStoredRegistry(store.dataDir)
    const mayWait = error instanceof ReleaseError && error.problem === 'away' && publishing === 'missing'
    if (!mayWait || !cached) throw error
    return cached
  }
  return undefined
}

export const publishReleases = async (
  store: ReleaseStore,
  remotes: readonly CheckoutRemote[],
  now: Date,
  publishing: PublishedFiles = 'missing',
): Promise<StoredRegistry> => {
  const withoutStorage = await servedWithout(store, publishing)
  if (withoutStorage) return withoutStorage
  const live = (await readStoredRegistry(store.dataDir))?.remotes ?? {}
  const wanted = remotes.filter(({ name, root }) => {
    const entry = live[name]
    return publishing === 'all' || entry === undefined || isNamed(entry, root)
  })
  const builds: Awaited<ReturnType<typeof keepBuild>>[] = []
  for (const { name, root } of wanted) builds.push(await keepBuild(store, root, now, name))
  // Builds of this checkout replace what they are built from.
  const broken = () => undefined
  return updateRegistry(store, now, async (before) => {
    let registry = before
    for (const { name, id } of builds) {
      if (publishing === 'missing' && registry.remotes[name]) continue
      registry = activateRelease(registry, await takeKept(store, registry, { name, id }), broken)
    }
    return registry
  })
}

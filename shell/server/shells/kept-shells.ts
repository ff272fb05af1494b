import { existsSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { releasesFolder } from '../registry/registry-file.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { withRegistryLock } from '../registry/update-registry.ts'
import { copyFolder, storeNames, UNFINISHED_SUFFIX } from '../release-files/copy-folder.ts'
import { fileTypeOf, uncompressedName } from '../release-files/file-types.ts'
import { type FolderPath, listBelow } from '../release-files/open-below.ts'
import { dateFolder, isOverdue, keptIds, removeFolder, removeUnfinished } from '../release-files/remove-folder.ts'

const KEPT_SHELLS = 6

export interface KeptShell {
  readonly id: string
  readonly lastLive: Date
}

const shellsFolder = (dataDir: string): string => join(releasesFolder(dataDir), 'shell')

export const listShells = async (dataDir: string): Promise<KeptShell[]> => {
  const ids = await keptIds(shellsFolder(dataDir))
  const kept = await Promise.all(
    ids.map(async (id) => ({ id, lastLive: (await lstat(join(shellsFolder(dataDir), id))).mtime })),
  )
  return kept.sort((a, b) => b.lastLive.getTime() - a.lastLive.getTime())
}

const keepOnce = async (source: FolderPath, target: FolderPath, isWanted: (file: string) => boolean): Promise<void> => {
  if (existsSync(join(target.root, target.path))) return storeNames(target)
  const { files = [] } = (await listBelow(source)) ?? {}
  await copyFolder(source, target, {
    files: files.filter((file) => isWanted(file) && fileTypeOf(uncompressedName(file)) !== undefined),
    mayLink: true,
    gone: (file) => new Error(`${file} was deleted while it was copied`),
  })
}

/** @param folder its name is the release */
export const keepShell = async (store: ReleaseStore, folder: string, now: Date): Promise<void> => {
  const { dataDir, shared } = store
  const release = basename(folder)
  const root = releasesFolder(dataDir)
  // It was live until now.
  const [last] = await listShells(dataDir)
  await keepOnce({ root: dirname(folder), path: release }, { root, path: `shell/${release}` }, (file) =>
    file.startsWith('assets/'),
  )
  await withRegistryLock(dataDir, async () => {
    const touch = (id: string, date: Date) => dateFolder(join(shellsFolder(dataDir), id), date)
    if (last && last.id !== release) await touch(last.id, new Date(now.getTime() - 1))
    await touch(release, now)
  })
  await shared?.push(`shell/${release}`)
  for (const id of last && last.id !== release ? [last.id, release] : [release]) await shared?.touch(`shell/${id}`)
}

/** Live remotes may need an older version. */
export const keepPdfjs = async ({ dataDir, shared }: ReleaseStore, pdfjsFolder: string): Promise<void> => {
  const versions = (await readdir(pdfjsFolder).catch(() => [])).filter((name) => !name.endsWith(UNFINISHED_SUFFIX))
  for (const version of versions) {
    await keepOnce(
      { root: pdfjsFolder, path: version },
      { root: releasesFolder(dataDir), path: `pdfjs/${version}` },
      () => true,
    )
    await shared?.push(`pdfjs/${version}`)
  }
}

const shellsOf = async ({ dataDir, shared }: ReleaseStore): Promise<KeptShell[]> => {
  if (!shared) return listShells(dataDir)
  const kept = (await shared.list()).filter(({ path }) => path.startsWith('shell/'))
  return kept
    .map(({ path, lastUsed }) => ({ id: path.slice('shell/'.length), lastLive: lastUsed }))
    .sort((a, b) => b.lastLive.getTime() - a.lastLive.getTime())
}

export const pruneShells = (store: ReleaseStore, now: Date): Promise<string[]> =>
  withRegistryLock(store.dataDir, async () => {
    const { dataDir, shared } = store
    const old = (await shellsOf(store)).slice(KEPT_SHELLS).filter(({ lastLive }) => isOverdue(lastLive, now))
    for (const { id } of old) {
      await shared?.remove(`shell/${id}`)
      if (existsSync(join(shellsFolder(dataDir), id))) await removeFolder(join(shellsFolder(dataDir), id))
    }
    for (const name of ['shell', 'pdfjs']) await removeUnfinished(join(releasesFolder(dataDir), name), now)
    return old.map(({ id }) => `shell/${id}`)
  })

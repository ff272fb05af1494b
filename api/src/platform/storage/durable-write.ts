import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from 'shared/server'

/** Makes names of its entries survive power loss: of new ones, renamed ones and folders. */
export const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/**
 * Creates a folder, and those above it, with names that survive power loss: a synced file is lost with its folder.
 * @param path without `..`
 */
export const makeFolderDurably = async (path: string, mode: number): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncDirectory(dirname(folder))
}

/**
 * Creates folders of a parent. One that exists may have been made a moment ago, by another call or by a process that died:
 * the parent is synced for it too, once. Otherwise a power cut takes the folder, with the synced files in it.
 */
export const openFolders = (parent: string): ((path: string) => Promise<void>) => {
  const durable = new Set<string>()
  return async (path) => {
    try {
      // With `recursive`, a read-only disk reports ENOENT.
      await mkdir(path, { mode: 0o700 })
      durable.delete(path)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    if (durable.has(path)) return
    await syncDirectory(parent)
    durable.add(path)
  }
}

/** The file must be synced. */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  await syncDirectory(dirname(to))
}

/**
 * Atomic, via a temporary name on the same file
 * system. Deletes it on failure to free the space.
 */
export const writeDurably = async (
  path: string,
  temporaryPath: string,
  bytes: Uint8Array,
  mode: number,
): Promise<void> => {
  const file = await open(temporaryPath, 'wx', mode)
  try {
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameDurably(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

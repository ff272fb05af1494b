import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../error-code.ts'

/** A file: its bytes survive power loss. A folder: the names in it do, of new and of renamed entries. */
export const syncPath = async (path: string): Promise<void> => {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/**
 * Creates a folder, and those above it, with names that survive power loss: a synced file is lost with its folder.
 * @param path without `..`
 */
export const makeFolderDurably = async (path: string, mode: number): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncPath(dirname(folder))
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
    await syncPath(parent)
    durable.add(path)
  }
}

/** Stores what other programs wrote, with all names below the folder; the name of the folder is the caller's. */
export const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name))
  await syncPath(folder)
}

/** The file must be synced. */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  await syncPath(dirname(to))
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

import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes renames survive power loss. */
export const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
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

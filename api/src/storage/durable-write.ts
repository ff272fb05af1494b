import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Brings a directory's entries to the disk: a rename survives the loss of power only after this. */
export const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Moves a file that is already on the disk to its final name; afterwards it is there whole, whatever happens. */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  await syncDirectory(dirname(to))
}

/**
 * Writes a file under a temporary name of the same file system and moves it to its final name. Where that fails nothing
 * of it stays: half a file would take the room that is missing.
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

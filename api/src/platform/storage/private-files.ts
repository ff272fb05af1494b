import { chmod, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, isMissingFile, makeFolderDurably } from 'shared/server'

const FOLDER = 0o700
const FILE = 0o600
const PERMISSIONS = 0o777

/** File systems without permissions or read-only. */
const UNSETTABLE: readonly unknown[] = ['EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS']

const setMode = async (path: string, mode: number): Promise<void> => {
  if (((await stat(path)).mode & PERMISSIONS) === mode) return
  await chmod(path, mode).catch((error: unknown) => {
    if (!UNSETTABLE.includes(errorCode(error))) throw error
  })
}

/** For the owner only, regardless of the umask. Restricts an existing folder. */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await makeFolderDurably(path, FOLDER)
  await setMode(path, FOLDER)
}

/** For the owner only, regardless of the umask. Keeps existing bytes. */
export const makePrivateFile = async (path: string): Promise<void> => {
  const file = await open(path, 'a', FILE)
  await file.close()
  await setMode(path, FILE)
}

/** Ignores missing files. */
export const closeFiles = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths)
    await setMode(path, FILE).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error
    })
}

/** Includes all contents. */
export const closeTree = async (folder: string): Promise<void> => {
  await setMode(folder, FOLDER)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await setMode(path, FOLDER)
    else if (entry.isFile()) await setMode(path, FILE)
  }
}

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolderDurably, syncPath, syncTree } from 'shared/server'
import { type FolderPath, readBelow } from './open-below.ts'

export const UNFINISHED_SUFFIX = '.unfinished'

/** `makeFolder` stores it on the disk. */
export const writeNew = async (file: string, content: string | Buffer): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content, { flag: 'wx' })
}

export interface CopyOptions {
  readonly files: readonly string[]
  readonly gone: (file: string) => Error
  /** For sources that never change in place. */
  readonly mayLink?: boolean
  /** Before the copy becomes visible. */
  readonly finish?: (copy: FolderPath, folder: string) => Promise<void>
}

const linkFile = async ({ root, path }: FolderPath, file: string, target: string): Promise<boolean> => {
  await mkdir(dirname(target), { recursive: true })
  // Fails on another disk.
  return link(join(root, path, file), target).then(
    () => true,
    () => false,
  )
}

/** Stores the names up to the root's, also of folders that another process has made and may not have stored. */
export const storeNames = async ({ root, path }: FolderPath): Promise<void> => {
  const top = dirname(root)
  for (let folder = dirname(join(root, path)); folder.length >= top.length; folder = dirname(folder))
    await syncPath(folder)
}

/** Atomic, also after a power failure. */
export const makeFolder = async (
  { root, path }: FolderPath,
  fill: (copy: FolderPath, folder: string) => Promise<void>,
): Promise<void> => {
  const target = join(root, path)
  // Process numbers are the same in several containers.
  const copy = { root, path: `${path}.${randomUUID()}${UNFINISHED_SUFFIX}` }
  const unfinished = join(root, copy.path)
  await makeFolderDurably(unfinished, 0o777)
  try {
    await fill(copy, unfinished)
    // Linked files too: a build syncs nothing.
    await syncTree(unfinished)
    await rename(unfinished, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error
    })
    await storeNames({ root, path })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

export const copyFolder = (
  source: FolderPath,
  target: FolderPath,
  { files, gone, mayLink = false, finish }: CopyOptions,
): Promise<void> =>
  makeFolder(target, async (copy, folder) => {
    for (const file of files) {
      if (mayLink && (await linkFile(source, file, join(folder, file)))) continue
      const content = await readBelow(source, file)
      if (content === undefined) throw gone(file)
      await writeNew(join(folder, file), content)
    }
    await finish?.(copy, folder)
  })

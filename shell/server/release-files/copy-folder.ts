import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FolderPath, readBelow } from './open-below.ts'

export const UNFINISHED_SUFFIX = '.unfinished'

export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export const writeNew = async (file: string, content: string | Buffer, mode = 0o666): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
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

/** Atomic, also after a power failure. */
export const makeFolder = async (
  { root, path }: FolderPath,
  fill: (copy: FolderPath, folder: string) => Promise<void>,
): Promise<void> => {
  const target = join(root, path)
  // Process numbers are the same in several containers.
  const copy = { root, path: `${path}.${randomUUID()}${UNFINISHED_SUFFIX}` }
  const unfinished = join(root, copy.path)
  await mkdir(unfinished, { recursive: true })
  try {
    await fill(copy, unfinished)
    await rename(unfinished, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error
    })
    await syncFolder(dirname(target))
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

import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from 'shared/server'

/** O_NONBLOCK: a FIFO would wait. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'EACCES', 'ENAMETOOLONG'])

const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (ABSENT.has(errorCode(error))) return undefined
    throw error
  })

export const isPlain = (path: string): boolean =>
  path !== '' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part))

/** O_NOFOLLOW covers the last name alone. */
const isAt = async (handle: FileHandle, path: string): Promise<boolean> => {
  const found = await handle.stat()
  if (!found.isFile()) return false
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
  if (place !== undefined) return place === path
  const there = await lstat(path)
  return (await realpath(path)) === path && there.ino === found.ino && there.dev === found.dev
}

export interface FolderPath {
  /** Trusted; links below it are not followed. */
  readonly root: string
  /** With slashes. */
  readonly path: string
}

/** Follows no link below the root. */
export const openBelow = async ({ root, path }: FolderPath): Promise<FileHandle | undefined> => {
  const base = isPlain(path) ? await orUndefined(realpath(root)) : undefined
  if (base === undefined) return undefined
  const wanted = join(base, path)
  const handle = await orUndefined(open(wanted, FLAGS))
  if (!handle) return undefined
  const isRight = await isAt(handle, wanted).catch(() => false)
  if (isRight) return handle
  await handle.close()
  return undefined
}

export const readBelow = async ({ root, path }: FolderPath, file: string): Promise<Buffer | undefined> => {
  const handle = await openBelow({ root, path: `${path}/${file}` })
  return handle?.readFile().finally(() => handle.close())
}

export interface FolderListing {
  /** Sorted, with slashes. */
  readonly files: readonly string[]
  /** Links, sockets, devices … */
  readonly others: readonly string[]
}

const listFolder = async (folder: string, prefix: string): Promise<FolderListing> => {
  const files: string[] = []
  const others: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = prefix + entry.name
    if (entry.isFile()) files.push(name)
    else if (entry.isDirectory()) {
      const inner = await listFolder(join(folder, entry.name), `${name}/`)
      files.push(...inner.files)
      others.push(...inner.others)
    } else others.push(name)
  }
  return { files, others }
}

/** @returns undefined if a link leads to it */
export const listBelow = async ({ root, path }: FolderPath): Promise<FolderListing | undefined> => {
  const base = await orUndefined(realpath(root))
  if (base === undefined || !isPlain(path)) return undefined
  const folder = join(base, path)
  if ((await orUndefined(realpath(folder))) !== folder) return undefined
  const listing = await orUndefined(listFolder(folder, ''))
  return listing && { files: [...listing.files].sort(), others: [...listing.others].sort() }
}

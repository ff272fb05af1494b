import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, isMissingFile, openFolders, syncPath, writeDurably } from 'shared/server'
import { isUnreadableFile } from './disk-failure.ts'
import { readOnlyBlobs } from './read-only-blobs.ts'
import { BlobFaultError } from './storage-errors.ts'

/** Names the replica; without it, the disk is not mounted. */
const MARKER = 'trazo-replica'
/** An operator's request to use a new disk. */
const REQUEST = 'trazo-replica-new'
const MARKER_TEXT = /^[\da-f-]{36}\n$/
/** What a folder may contain that becomes a replica. */
const HARMLESS: readonly string[] = ['lost+found', REQUEST, 'files', 'tmp']

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** The disk is unavailable, full, or not the one that the database knows. */
export class ReplicaUnavailableError extends Error {
  override readonly name = 'ReplicaUnavailableError'
}

/** `initialise`: empty, and none is known or a person asks for it. */
export type ReplicaState = 'here' | 'initialise' | 'absent' | 'foreign' | 'unmarked' | 'filled'

export interface ReplicaContents {
  readonly marker: string | undefined
  /** Undefined without a folder. */
  readonly names: readonly string[] | undefined
}

/** @param known the replica's id in the database */
export const judgeReplica = (known: string | undefined, { marker, names }: ReplicaContents): ReplicaState => {
  if (names === undefined) return 'absent'
  if (marker !== undefined) return marker === known ? 'here' : 'foreign'
  const isEmpty = names.every((name) => HARMLESS.includes(name))
  if (names.includes(REQUEST)) return isEmpty ? 'initialise' : 'filled'
  if (known !== undefined) return 'unmarked'
  return names.every((name) => name === 'lost+found') ? 'initialise' : 'filled'
}

const kindOf = async (path: string): Promise<'file' | 'folder' | 'other' | undefined> => {
  try {
    const entry = await lstat(path)
    if (entry.isDirectory()) return 'folder'
    return entry.isFile() ? 'file' : 'other'
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

const readMarker = async (directory: string): Promise<string | undefined> => {
  const path = join(directory, MARKER)
  if ((await kindOf(path)) !== 'file') return undefined
  const text = await readFile(path, 'utf8')
  return MARKER_TEXT.test(text) ? text.trim() : undefined
}

export const inspectReplica = async (directory: string): Promise<ReplicaContents> => {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissingFile(error) || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  return { names, marker: names?.includes(MARKER) ? await readMarker(directory) : undefined }
}

/** The marker comes last: with it, the folder is complete. */
export const initialiseReplica = async (directory: string, id: string): Promise<void> => {
  for (const name of ['files', 'tmp'])
    await mkdir(join(directory, name), { mode: FOLDER_MODE }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  await writeDurably(join(directory, MARKER), join(directory, 'tmp', randomUUID()), Buffer.from(`${id}\n`), FILE_MODE)
  await rm(join(directory, REQUEST), { force: true })
}

/** Second copies: `<directory>/files/ab/abcdef…`. Every call rejects with ReplicaUnavailableError if the folder is unavailable. */
export interface ReplicaFolder {
  readonly id: string
  /** A link is no copy. */
  has(sha256: string): Promise<boolean>
  /** Verifies the hash. @throws BlobFaultError */
  read(sha256: string): Promise<Uint8Array>
  /** @returns bytes. @throws BlobFaultError */
  verify(sha256: string): Promise<number>
  write(sha256: string, bytes: Uint8Array): Promise<void>
  remove(sha256: string): Promise<void>
  /** @param folder first two digits */
  list(folder: string): Promise<string[]>
  /** Deletes what a killed process left half written. */
  clean(): Promise<void>
}

const pathsOf = (directory: string) => {
  const files = join(directory, 'files')
  const folderOf = (sha256: string): string => join(files, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)
  return { files, temporary: join(directory, 'tmp'), folderOf, pathOf }
}

/** @returns whether it exists. A linked folder could lead to the first copies. */
const isFolder = async (path: string): Promise<boolean> => {
  const kind = await kindOf(path)
  if (kind !== undefined && kind !== 'folder') throw new ReplicaUnavailableError(`${path} is no folder`)
  return kind === 'folder'
}

const refuseAway = async (directory: string, id: string): Promise<void> => {
  if ((await readMarker(directory)) !== id) throw new ReplicaUnavailableError(`${directory} is not the replica ${id}`)
  const { files, temporary } = pathsOf(directory)
  for (const path of [files, temporary])
    if (!(await isFolder(path))) throw new ReplicaUnavailableError(`there is no ${path}`)
}

const openReaders = (directory: string): Pick<ReplicaFolder, 'has' | 'read' | 'verify'> => {
  const reader = readOnlyBlobs(directory)
  const { folderOf, pathOf } = pathsOf(directory)
  const has = async (sha256: string): Promise<boolean> =>
    (await isFolder(folderOf(sha256))) && (await kindOf(pathOf(sha256))) === 'file'
  const whole = async <Result>(sha256: string, read: () => Promise<Result>): Promise<Result> => {
    if (!(await has(sha256))) throw new BlobFaultError(sha256, 'missing')
    return read().catch((cause: unknown) => {
      throw isUnreadableFile(cause) ? new BlobFaultError(sha256, 'damaged', { cause }) : cause
    })
  }
  return {
    has,
    read: (sha256) => whole(sha256, () => reader.read(sha256)),
    verify: (sha256) => whole(sha256, () => reader.verify(sha256)),
  }
}

/**
 * Never creates `files` or `tmp`: an empty mount point stays empty, even if the disk goes between the look at the
 * marker and the write.
 */
const openWriters = (directory: string): Pick<ReplicaFolder, 'write' | 'remove' | 'list' | 'clean'> => {
  const { files, temporary, folderOf, pathOf } = pathsOf(directory)
  const makeFolder = openFolders(files)
  return {
    write: async (sha256, bytes) => {
      await isFolder(folderOf(sha256))
      await makeFolder(folderOf(sha256))
      await writeDurably(pathOf(sha256), join(temporary, randomUUID()), bytes, FILE_MODE)
    },
    remove: async (sha256) => {
      if (!(await isFolder(folderOf(sha256)))) return
      await rm(pathOf(sha256), { recursive: true, force: true })
      await syncPath(folderOf(sha256))
    },
    list: async (folder) => ((await isFolder(folderOf(folder))) ? readdir(folderOf(folder)) : []),
    clean: async () => {
      for (const name of await readdir(temporary)) await rm(join(temporary, name), { recursive: true, force: true })
    },
  }
}

/** Looks at the marker before each call. @param id as in the database */
export const openReplicaFolder = (directory: string, id: string): ReplicaFolder => {
  const here = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      await refuseAway(directory, id)
      return await work()
    } catch (cause) {
      if (cause instanceof BlobFaultError || cause instanceof ReplicaUnavailableError) throw cause
      throw new ReplicaUnavailableError('the replica failed', { cause })
    }
  }
  const { has, read, verify } = openReaders(directory)
  const { write, remove, list, clean } = openWriters(directory)
  return {
    id,
    has: (sha256) => here(() => has(sha256)),
    read: (sha256) => here(() => read(sha256)),
    verify: (sha256) => here(() => verify(sha256)),
    write: (sha256, bytes) => here(() => write(sha256, bytes)),
    remove: (sha256) => here(() => remove(sha256)),
    list: (folder) => here(() => list(folder)),
    clean: () => here(clean),
  }
}

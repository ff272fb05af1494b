import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { renameDurably, syncDirectory, writeDurably } from './durable-write.ts'
import { hashOf, openIncoming } from './incoming.ts'

/** Bytes on their way in: on the disk under a temporary name, not yet stored. */
export interface IncomingBlob {
  /** Where the bytes lie until they are kept or discarded. */
  readonly path: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Stores them; the same content is stored once. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export type Received = { readonly kind: 'complete'; readonly blob: IncomingBlob } | { readonly kind: 'too-large' }

/** Bytes by their SHA-256. What is stored is never changed. */
export interface BlobStore {
  /** Takes a stream in, hashing while it writes; stops reading at the first chunk beyond `maxBytes`. */
  receive(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received>
  put(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /** Reads everything and checks it against its address. */
  read(sha256: string): Promise<Uint8Array>
  /** Streams bytes `start` to `end`, both included. */
  stream(sha256: string, range: { start: number; end: number }): Readable
  /**
   * Removes bytes to which nothing refers. Bytes that came in again during the last `quiet` milliseconds stay: whoever
   * brought them may not have written down yet that they are theirs.
   * @returns whether they are gone
   */
  remove(sha256: string, quiet: number): Promise<boolean>
  /** Fails where nothing can be stored now. */
  probe(): Promise<void>
}

/** What is stored under an address is not what was put there: the disk lost or changed it. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError'
}

const FILE_MODE = 0o600

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Milliseconds since a file was written; undefined if it is not there. */
const ageOf = async (path: string): Promise<number | undefined> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Moves a file aside before its age is read again: nobody writes it anew in between. */
const removeAside = async (path: string, aside: string, quiet: number): Promise<boolean> => {
  const age = await ageOf(path)
  if (age === undefined) return true
  if (age < quiet) return false
  try {
    await rename(path, aside)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
  const isQuiet = ((await ageOf(aside)) ?? quiet) >= quiet
  if (isQuiet) await rm(aside, { force: true })
  else await renameDurably(aside, path)
  return isQuiet
}

/**
 * Blobs as files `<directory>/files/ab/abcdef…`, written beside as `<directory>/tmp/…`. Whatever an earlier process
 * left unfinished in `tmp` is removed.
 */
export const openBlobStore = async (directory: string): Promise<BlobStore> => {
  const files = join(directory, 'files')
  const folderOf = (sha256: string): string => join(files, sha256.slice(0, 2))
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256)
  const makeFolder = async (sha256: string): Promise<void> => {
    try {
      // Not `recursive`: on a disk that is only read that says ENOENT.
      await mkdir(folderOf(sha256), { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return
      throw error
    }
    await syncDirectory(files)
  }
  await mkdir(files, { recursive: true, mode: 0o700 })
  const incoming = await openIncoming(directory)
  return {
    receive: (chunks, maxBytes) =>
      incoming.receive(chunks, maxBytes, async ({ path, sha256 }) => {
        await makeFolder(sha256)
        await renameDurably(path, pathOf(sha256))
      }),
    put: async (bytes) => {
      const sha256 = hashOf(bytes)
      await makeFolder(sha256)
      await writeDurably(pathOf(sha256), incoming.newPath(), bytes, FILE_MODE)
      return { sha256, size: bytes.byteLength }
    },
    read: async (sha256) => {
      const bytes = await readFile(pathOf(sha256))
      if (hashOf(bytes) !== sha256) throw new BlobDamagedError(`the stored bytes of ${sha256} are damaged`)
      return bytes
    },
    stream: (sha256, { start, end }) => createReadStream(pathOf(sha256), { start, end }),
    remove: (sha256, quiet) => removeAside(pathOf(sha256), incoming.newPath(), quiet),
    probe: incoming.probe,
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { renameDurably, syncDirectory, writeDurably } from './durable-write.ts'

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
}

/** What is stored under an address is not what was put there: the disk lost or changed it. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError'
}

const FILE_MODE = 0o600

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes chunks to a new file until they end or exceed the limit, and brings them to the disk. */
const writeChunks = async (
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ sha256: string; size: number } | null> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', FILE_MODE)
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) return null
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

/** Where things lie below the data directory. */
const layOut = (directory: string) => {
  const files = join(directory, 'files')
  const temporary = join(directory, 'tmp')
  const folderOf = (sha256: string): string => join(files, sha256.slice(0, 2))
  return {
    files,
    temporary,
    pathOf: (sha256: string): string => join(folderOf(sha256), sha256),
    newTemporaryPath: (): string => join(temporary, randomUUID()),
    makeFolder: async (sha256: string): Promise<void> => {
      const made = await mkdir(folderOf(sha256), { recursive: true, mode: 0o700 })
      if (made !== undefined) await syncDirectory(files)
    },
  }
}

type Layout = ReturnType<typeof layOut>

const receiveInto = async (layout: Layout, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received> => {
  const path = layout.newTemporaryPath()
  const discard = () => rm(path, { force: true })
  try {
    const written = await writeChunks(path, chunks, maxBytes)
    if (written === null) {
      await discard()
      return { kind: 'too-large' }
    }
    const keep = async (): Promise<void> => {
      await layout.makeFolder(written.sha256)
      await renameDurably(path, layout.pathOf(written.sha256))
    }
    return { kind: 'complete', blob: { path, ...written, keep, discard } }
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * Blobs as files `<directory>/files/ab/abcdef…`, written beside as `<directory>/tmp/…`. Whatever an earlier process
 * left unfinished in `tmp` is removed.
 */
export const openBlobStore = async (directory: string): Promise<BlobStore> => {
  const layout = layOut(directory)
  await mkdir(layout.files, { recursive: true, mode: 0o700 })
  await mkdir(layout.temporary, { recursive: true, mode: 0o700 })
  for (const name of await readdir(layout.temporary)) await rm(join(layout.temporary, name), { recursive: true })
  return {
    receive: (chunks, maxBytes) => receiveInto(layout, chunks, maxBytes),
    put: async (bytes) => {
      const sha256 = hashOf(bytes)
      await layout.makeFolder(sha256)
      await writeDurably(layout.pathOf(sha256), layout.newTemporaryPath(), bytes, FILE_MODE)
      return { sha256, size: bytes.byteLength }
    },
    read: async (sha256) => {
      const bytes = await readFile(layout.pathOf(sha256))
      if (hashOf(bytes) !== sha256) throw new BlobDamagedError(`the stored bytes of ${sha256} are damaged`)
      return bytes
    },
    stream: (sha256, { start, end }) => createReadStream(layout.pathOf(sha256), { start, end }),
  }
}

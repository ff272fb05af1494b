import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { hashHex, isMissingFile } from 'shared/server'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'
import { verifiedStream, verifyStream } from './verified-stream.ts'

/** Each rejects with BlobFaultError if the file is missing. */
export interface BlobReader {
  /** Verifies the hash. */
  read(sha256: string): Promise<Uint8Array>
  /** Verifies the hash. @returns bytes */
  verify(sha256: string): Promise<number>
  /**
   * The whole file; fails before its last bytes if damaged.
   * @param size bytes
   */
  stream(sha256: string, size: number): Promise<Readable>
  /**
   * Both ends inclusive; not verified.
   * @throws before the first byte if the storage is unavailable
   */
  open(sha256: string, range: { start: number; end: number }): Promise<Readable>
}

/** Without their folder, no file is known to be missing. */
const explainMissing = async (error: unknown, sha256: string, files: string): Promise<never> => {
  if (!isMissingFile(error)) throw error
  await stat(files).catch((cause: unknown) => {
    throw new StorageUnavailableError(`there is no ${files}`, { cause })
  })
  throw new BlobFaultError(sha256, 'missing', { cause: error })
}

/** Creates and deletes nothing. */
export const readOnlyBlobs = (directory: string): BlobReader => {
  const files = join(directory, 'files')
  const found = <Result>(sha256: string, read: (path: string) => Promise<Result>): Promise<Result> =>
    read(join(files, sha256.slice(0, 2), sha256)).catch((error: NodeJS.ErrnoException) =>
      explainMissing(error, sha256, files),
    )
  const openPart: BlobReader['open'] = (sha256, { start, end }) =>
    found(sha256, async (path) => (await open(path)).createReadStream({ start, end }))
  return {
    read: async (sha256) => {
      const bytes = await found(sha256, (path) => readFile(path))
      if (hashHex(bytes) !== sha256) throw new BlobFaultError(sha256, 'damaged')
      return bytes
    },
    verify: async (sha256) =>
      verifyStream(await found(sha256, async (path) => (await open(path)).createReadStream()), sha256),
    // One byte more shows a file that has grown.
    stream: async (sha256, size) => verifiedStream(await openPart(sha256, { start: 0, end: size }), sha256),
    open: openPart,
  }
}

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashHex, type S3Place } from 'shared/server'
import { isMissing, type OpenBucket, openBucket } from 'shared/server/s3'
import type { BlobStore } from './blob-store.ts'
import { openIncoming } from './incoming.ts'
import type { BlobReader } from './read-only-blobs.ts'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'
import { verifiedStream, verifyStream } from './verified-stream.ts'

export interface S3BlobStore extends BlobStore {
  isEmpty(): Promise<boolean>
  close(): void
}

const readersOf = (bucket: OpenBucket, keyOf: (sha256: string) => string): BlobReader => {
  const found = <Result>(sha256: string, get: (key: string) => Promise<Result>): Promise<Result> =>
    get(keyOf(sha256)).catch((error: unknown) => {
      throw isMissing(error) ? new BlobFaultError(sha256, 'missing', { cause: error }) : error
    })
  const openPart: BlobReader['open'] = (sha256, range) => found(sha256, (key) => bucket.open(key, range))
  return {
    read: async (sha256) => {
      const bytes = await found(sha256, bucket.read)
      if (hashHex(bytes) !== sha256) throw new BlobFaultError(sha256, 'damaged')
      return bytes
    },
    verify: async (sha256) => {
      const body = await found(sha256, bucket.openAll)
      return verifyStream(body, sha256).catch((cause: unknown) => {
        if (cause instanceof BlobFaultError) throw cause
        throw new StorageUnavailableError('the storage did not give a whole object', { cause })
      })
    },
    // One byte more shows an object that has grown.
    stream: async (sha256, size) => verifiedStream(await openPart(sha256, { start: 0, end: size }), sha256),
    open: openPart,
  }
}

/** Objects are `<prefix>ab/abcdef…`, received in `<directory>/tmp`. */
export const openS3BlobStore = async (directory: string, place: S3Place): Promise<S3BlobStore> => {
  const incoming = await openIncoming(join(directory, 'tmp'))
  const bucket = openBucket(place)
  const siteFolder = `${place.prefix}site/`
  const keyOf = (sha256: string): string => `${place.prefix}${sha256.slice(0, 2)}/${sha256}`
  return {
    receive: (chunks, maxBytes) =>
      incoming.receive(chunks, maxBytes, async ({ path, sha256 }) => {
        const bytes = await readFile(path)
        if (hashHex(bytes) !== sha256) throw new BlobFaultError(sha256, 'damaged')
        await bucket.write(keyOf(sha256), bytes)
        await rm(path, { force: true })
      }),
    put: async (bytes) => {
      const sha256 = hashHex(bytes)
      await bucket.write(keyOf(sha256), bytes)
      return { sha256, size: bytes.byteLength }
    },
    ...readersOf(bucket, keyOf),
    remove: async (sha256, quiet) => {
      const written = await bucket.writtenAt(keyOf(sha256))
      if (written === undefined) return true
      if (Date.now() - written < quiet) return false
      await bucket.remove(keyOf(sha256))
      return true
    },
    list: async function* (folder) {
      const prefix = `${place.prefix}${folder}/`
      for (const { key } of await bucket.list(prefix)) yield key.slice(prefix.length)
    },
    probe: async () => {
      await incoming.probe()
      await bucket.probe()
    },
    // The site's objects come after all hashes.
    isEmpty: async () => ((await bucket.first(place.prefix)) ?? siteFolder).startsWith(siteFolder),
    close: bucket.close,
  }
}

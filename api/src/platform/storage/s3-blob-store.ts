import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { SECOND } from '../clock.ts'
import type { BlobStore } from './blob-store.ts'
import { hashOf, openIncoming } from './incoming.ts'
import type { BlobReader } from './read-only-blobs.ts'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'
import { verifiedStream, verifyStream } from './verified-stream.ts'

export interface S3Place {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Key prefix, possibly empty. */
  readonly prefix: string
}

const CONNECT_TIMEOUT = 3 * SECOND
/** Without data. */
const SILENCE_TIMEOUT = 20 * SECOND
const ATTEMPTS = 3

const openClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Place): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Self-hosted storage rarely has a host name per bucket.
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Some servers support only MD5, sent below.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: SILENCE_TIMEOUT },
  })

/** Other errors may pass. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'

const asked = async <Reply>(what: string, ask: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await ask()
  } catch (cause) {
    if (isMissing(cause) || cause instanceof BlobFaultError) throw cause
    throw new StorageUnavailableError(`the storage did not ${what}`, { cause })
  }
}

const cut = async function* (
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  count: number,
): AsyncGenerator<Uint8Array> {
  let position = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, start + count - position))
    position += chunk.byteLength
    if (part.byteLength > 0) yield part
    if (position >= start + count) return
  }
}

const openBucket = (place: S3Place) => {
  const client = openClient(place)
  const Bucket = place.bucket
  const openBody = async (input: GetObjectCommandInput) => {
    const { Body, ContentLength } = await asked('give an object', () => client.send(new GetObjectCommand(input)))
    if (!(Body instanceof Readable)) throw new StorageUnavailableError('an answer without a body')
    return { body: Body, size: ContentLength }
  }
  return {
    /** The server verifies the MD5; HEAD then confirms the size. */
    write: async (Key: string, bytes: Uint8Array): Promise<void> => {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64')
      const ContentLength = bytes.byteLength
      const put = new PutObjectCommand({ Bucket, Key, Body: bytes, ContentMD5, ContentLength })
      await asked('take an object', () => client.send(put))
      const head = await asked('show an object', () => client.send(new HeadObjectCommand({ Bucket, Key })))
      if (head.ContentLength !== ContentLength) throw new StorageUnavailableError(`the storage lost a part of ${Key}`)
    },
    read: (Key: string): Promise<Uint8Array> =>
      asked('give an object', async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
        if (Body === undefined) throw new Error('an answer without a body')
        return Body.transformToByteArray()
      }),
    writtenAt: async (Key: string): Promise<number | undefined> => {
      try {
        const head = await asked('show an object', () => client.send(new HeadObjectCommand({ Bucket, Key })))
        return head.LastModified?.getTime() ?? Date.now()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: async (Key: string): Promise<void> => {
      await asked('remove an object', () => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    openAll: async (Key: string): Promise<Readable> => (await openBody({ Bucket, Key })).body,
    /** Some servers ignore the range. */
    open: async (Key: string, { start, end }: { start: number; end: number }): Promise<Readable> => {
      const { body, size } = await openBody({ Bucket, Key, Range: `bytes=${start}-${end}` })
      const wanted = end - start + 1
      return size === wanted ? body : Readable.from(cut(body, start, wanted), { objectMode: false })
    },
    isEmpty: async (Prefix: string): Promise<boolean> => {
      const list = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })
      return ((await asked('list objects', () => client.send(list))).Contents ?? []).length === 0
    },
    probe: () => asked('show its bucket', () => client.send(new HeadBucketCommand({ Bucket }))),
    close: () => client.destroy(),
  }
}

export interface S3BlobStore extends BlobStore {
  isEmpty(): Promise<boolean>
  close(): void
}

const readersOf = (bucket: ReturnType<typeof openBucket>, keyOf: (sha256: string) => string): BlobReader => {
  const found = <Result>(sha256: string, get: (key: string) => Promise<Result>): Promise<Result> =>
    get(keyOf(sha256)).catch((error: unknown) => {
      throw isMissing(error) ? new BlobFaultError(sha256, 'missing', { cause: error }) : error
    })
  const openPart: BlobReader['open'] = (sha256, range) => found(sha256, (key) => bucket.open(key, range))
  return {
    read: async (sha256) => {
      const bytes = await found(sha256, bucket.read)
      if (hashOf(bytes) !== sha256) throw new BlobFaultError(sha256, 'damaged')
      return bytes
    },
    verify: async (sha256) => {
      const body = await found(sha256, bucket.openAll)
      return asked('give a whole object', () => verifyStream(body, sha256))
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
  const keyOf = (sha256: string): string => `${place.prefix}${sha256.slice(0, 2)}/${sha256}`
  return {
    receive: (chunks, maxBytes) =>
      incoming.receive(chunks, maxBytes, async ({ path, sha256 }) => {
        const bytes = await readFile(path)
        if (hashOf(bytes) !== sha256) throw new BlobFaultError(sha256, 'damaged')
        await bucket.write(keyOf(sha256), bytes)
        await rm(path, { force: true })
      }),
    put: async (bytes) => {
      const sha256 = hashOf(bytes)
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
    probe: async () => {
      await incoming.probe()
      await bucket.probe()
    },
    isEmpty: () => bucket.isEmpty(place.prefix),
    close: bucket.close,
  }
}

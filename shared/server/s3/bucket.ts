import { createHash } from 'node:crypto'
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
} from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../storage-error.ts'
import { askBucket, type BucketPlace, isMissing } from './asked.ts'
import type { S3Place } from './s3-place.ts'
import { versionsOf } from './versions.ts'

const listingOf = ({ client, Bucket }: BucketPlace) => ({
  /** @returns its first key in order */
  first: async (Prefix: string): Promise<string | undefined> => {
    const list = new ListObjectsV2Command({ Bucket, Prefix })
    return (await askBucket('list objects', () => client.send(list))).Contents?.[0]?.Key
  },
  list: async (Prefix: string) => {
    const listed: { readonly key: string; readonly writtenAt: Date }[] = []
    let ContinuationToken: string | undefined
    do {
      const list: ListObjectsV2Command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const page = await askBucket('list objects', () => client.send(list))
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
        listed.push({ key: Key, writtenAt: LastModified })
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return listed
  },
})

const SECOND = 1000
const CONNECT_TIMEOUT = 3 * SECOND
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

export type OpenBucket = ReturnType<typeof openBucket>

/** Each call rejects with StorageUnavailableError, or `isMissing`. */
export const openBucket = (place: S3Place) => {
  const client = openClient(place)
  const Bucket = place.bucket
  const openBody = async (input: GetObjectCommandInput) => {
    const { Body, ContentLength } = await askBucket('give an object', () => client.send(new GetObjectCommand(input)))
    if (!(Body instanceof Readable)) throw new StorageUnavailableError('an answer without a body')
    return { body: Body, size: ContentLength }
  }
  return {
    /** The server verifies the MD5; HEAD then confirms the size. */
    write: async (Key: string, bytes: Uint8Array): Promise<void> => {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64')
      const ContentLength = bytes.byteLength
      const put = new PutObjectCommand({ Bucket, Key, Body: bytes, ContentMD5, ContentLength })
      await askBucket('take an object', () => client.send(put))
      const head = await askBucket('show an object', () => client.send(new HeadObjectCommand({ Bucket, Key })))
      if (head.ContentLength !== ContentLength) throw new StorageUnavailableError(`the storage lost a part of ${Key}`)
    },
    read: (Key: string): Promise<Uint8Array> =>
      askBucket('give an object', async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
        if (Body === undefined) throw new Error('an answer without a body')
        return Body.transformToByteArray()
      }),
    writtenAt: async (Key: string): Promise<number | undefined> => {
      try {
        const head = await askBucket('show an object', () => client.send(new HeadObjectCommand({ Bucket, Key })))
        return head.LastModified?.getTime() ?? Date.now()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: async (Key: string): Promise<void> => {
      await askBucket('remove an object', () => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    openAll: async (Key: string): Promise<Readable> => (await openBody({ Bucket, Key })).body,
    /** Some servers ignore the range. */
    open: async (Key: string, { start, end }: { start: number; end: number }): Promise<Readable> => {
      const { body, size } = await openBody({ Bucket, Key, Range: `bytes=${start}-${end}` })
      const wanted = end - start + 1
      return size === wanted ? body : Readable.from(cut(body, start, wanted), { objectMode: false })
    },
    ...listingOf({ client, Bucket }),
    ...versionsOf({ client, Bucket }),
    probe: () => askBucket('show its bucket', () => client.send(new HeadBucketCommand({ Bucket }))),
    close: () => client.destroy(),
  }
}

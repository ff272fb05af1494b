import { Readable } from 'node:stream'
import { classifyDiskError } from './disk-failure.ts'
import type { BlobReader } from './read-only-blobs.ts'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'
import { verifiedStream, verifyStream } from './verified-stream.ts'

export interface BlobPrefix {
  readonly within: string
  readonly size: number
}

/** Its file may become a prefix while it is sought. */
const LOOKS = 3

const passing = (cause: unknown): unknown =>
  cause instanceof BlobFaultError || classifyDiskError(cause) !== undefined
    ? cause
    : new StorageUnavailableError('the storage did not give a part', { cause })

const readVerified = async (source: Readable, sha256: string, size: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafe(size)
  let position = 0
  for await (const chunk of verifiedStream(source, sha256)) position += chunk.copy(bytes, position)
  return bytes
}

type Find = (sha256: string) => Promise<BlobPrefix | undefined>

interface Places<Result> {
  readonly own: () => Promise<Result>
  readonly part: (prefix: BlobPrefix) => Promise<Result>
}

const unlessMissing = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobFaultError && error.fault === 'missing') return undefined
    throw error
  }
}

/** @throws BlobFaultError */
const locate = async <Result>(find: Find, sha256: string, { own, part }: Places<Result>): Promise<Result> => {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const whole = await unlessMissing(own)
    if (whole !== undefined) return whole
    const prefix = await find(sha256)
    const begun = prefix && (await unlessMissing(() => part(prefix)))
    if (begun !== undefined) return begun
  }
  throw new BlobFaultError(sha256, 'missing')
}

export const withPrefixes = <Blobs extends BlobReader>(blobs: Blobs, find: Find): Blobs => {
  const openPart = ({ within, size }: BlobPrefix): Promise<Readable> => blobs.open(within, { start: 0, end: size - 1 })
  const consume = async <Result>(prefix: BlobPrefix, use: (source: Readable) => Promise<Result>): Promise<Result> => {
    try {
      return await use(await openPart(prefix))
    } catch (error) {
      throw passing(error)
    }
  }
  const reader: BlobReader = {
    read: (sha256) =>
      locate(find, sha256, {
        own: () => blobs.read(sha256),
        part: (prefix) => consume(prefix, (source) => readVerified(source, sha256, prefix.size)),
      }),
    verify: (sha256) =>
      locate(find, sha256, {
        own: () => blobs.verify(sha256),
        part: (prefix) => consume(prefix, (source) => verifyStream(source, sha256)),
      }),
    stream: (sha256, size) =>
      locate(find, sha256, {
        own: () => blobs.stream(sha256, size),
        part: async (prefix) => verifiedStream(await openPart(prefix), sha256),
      }),
    open: (sha256, { start, end }) =>
      locate(find, sha256, {
        own: () => blobs.open(sha256, { start, end }),
        // Later bytes belong to another revision.
        part: async ({ within, size }) =>
          start < size ? blobs.open(within, { start, end: Math.min(end, size - 1) }) : Readable.from([]),
      }),
  }
  return { ...blobs, ...reader }
}

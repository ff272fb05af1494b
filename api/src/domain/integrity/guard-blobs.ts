import { Readable } from 'node:stream'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { isUnreadableFile } from '../../platform/storage/disk-failure.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import type { IntegrityFindings } from './findings.ts'

/** Bytes: smaller files are verified, and healed, before their first byte leaves. */
const READ_WHOLE = 1_000_000

interface GuardOptions {
  /** @returns whether to read again. Undefined: there are no copies */
  readonly heal: ((sha256: string) => Promise<boolean>) | undefined
  readonly findings: Pick<IntegrityFindings, 'isOpen' | 'recordLater' | 'close'>
  /** A range cannot be verified by itself. */
  readonly onRangeRead: (sha256: string) => void
}

/** Reads again if the first attempt, which has given no byte, found a fault that is healed. */
export const readHealed = async <Result>(
  heal: GuardOptions['heal'],
  sha256: string,
  read: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await read()
  } catch (error) {
    const isFault = error instanceof BlobFaultError || isUnreadableFile(error)
    if (!isFault || !(await heal?.(sha256))) throw error
    return read()
  }
}

/** Records what a read finds; refuses ranges of files that have a fault. */
export const guardBlobs = (blobs: BlobStore, { heal, findings, onRangeRead }: GuardOptions): BlobStore => {
  const note = (error: unknown): void => {
    if (error instanceof BlobFaultError) findings.recordLater(error.sha256, error.fault)
  }
  const noted = async <Result>(sha256: string, read: () => Promise<Result>): Promise<Result> => {
    try {
      return await readHealed(heal, sha256, read)
    } catch (error) {
      note(error)
      throw error
    }
  }
  const verify: BlobStore['verify'] = (sha256) => noted(sha256, () => blobs.verify(sha256))
  const read: BlobStore['read'] = (sha256) => noted(sha256, () => blobs.read(sha256))
  /** It may have been restored. */
  const recheck = async (sha256: string): Promise<void> => {
    if (!findings.isOpen(sha256)) return
    await verify(sha256)
    await findings.close(sha256)
  }
  return {
    ...blobs,
    verify,
    read,
    stream: async (sha256, size) => {
      await recheck(sha256)
      if (heal !== undefined && size <= READ_WHOLE) return Readable.from([await read(sha256)], { objectMode: false })
      const stream = await noted(sha256, () => blobs.stream(sha256, size))
      return stream.once('error', note)
    },
    open: async (sha256, range) => {
      await recheck(sha256)
      const stream = await noted(sha256, () => blobs.open(sha256, range))
      onRangeRead(sha256)
      return stream
    },
  }
}

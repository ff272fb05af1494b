import type { Readable } from 'node:stream'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'
import { streamZip, type ZipEntry } from '../../../platform/storage/stream-zip.ts'

export type ArchiveFile = Exclude<ZipEntry, { kind: 'bytes' }>

/** Streams the zip with one open file at a time. Entries are readable by their owner alone. */
export const writeArchive = (blobs: Pick<BlobStore, 'stream'>, files: Iterable<ArchiveFile>, now: number): Readable =>
  streamZip(blobs, files, { time: now, mode: 0o100600 })

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

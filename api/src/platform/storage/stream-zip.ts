import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BlobStore } from './blob-store.ts'

/** Stored bytes and texts are read when their turn comes. */
export type ZipEntry =
  | { readonly path: string; readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly path: string; readonly kind: 'text'; readonly write: () => Promise<string> }
  | { readonly path: string; readonly kind: 'stored'; readonly sha256: string; readonly size: number }

type LazyEntry = Exclude<ZipEntry, { kind: 'bytes' }>

/** Zip files hold local time; this yields UTC. */
const zipTime = (milliseconds: number): Date => {
  const utc = new Date(milliseconds)
  return new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000)
}

const openEntry = async (blobs: Pick<BlobStore, 'stream'>, entry: LazyEntry): Promise<Readable> => {
  if (entry.kind === 'text') return Readable.from([Buffer.from(await entry.write())])
  return blobs.stream(entry.sha256, entry.size)
}

export interface ZipOptions {
  /** Milliseconds; the date of all entries. */
  readonly time: number
  /** Unix mode of all entries. */
  readonly mode: number
}

/**
 * Writes entries one by one, to limit memory. Uncompressed: PDFs already
 * are, and the offline reader stays small.
 */
export const streamZip = (
  blobs: Pick<BlobStore, 'stream'>,
  entries: Iterable<ZipEntry>,
  { time, mode }: ZipOptions,
): Readable => {
  const zip = new ZipFile()
  const output = new PassThrough()
  let open: Readable | undefined
  const options = { mtime: zipTime(time), mode, compress: false, forceDosTimestamp: true }
  const addLazily = (entry: LazyEntry): void => {
    const known = entry.kind === 'stored' ? { ...options, size: entry.size } : options
    zip.addReadStreamLazy(entry.path, known, (answer) => {
      // The client may have disconnected.
      if (output.destroyed) return
      openEntry(blobs, entry).then(
        (stream) => {
          open = stream
          // yazl does not handle file errors.
          stream.on('error', (error) => output.destroy(error))
          answer(null, stream)
        },
        (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  }
  for (const entry of entries) {
    if (entry.kind === 'bytes') zip.addBuffer(entry.bytes, entry.path, options)
    else addLazily(entry)
  }
  zip.end()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => open?.destroy())
  return output
}

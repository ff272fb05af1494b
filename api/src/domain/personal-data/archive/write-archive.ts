import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'

/** Content is read or written lazily. */
export type ArchiveFile =
  | { readonly path: string; readonly kind: 'text'; readonly write: () => Promise<string> }
  | { readonly path: string; readonly kind: 'stored'; readonly sha256: string; readonly size: number }

/** Zip files hold local time; this yields UTC. */
const zipTime = (milliseconds: number): Date => {
  const utc = new Date(milliseconds)
  return new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000)
}

/**
 * Writes files one by one, to limit memory; stored bytes are
 * streamed. Uncompressed: PDFs already are.
 */
export const writeArchive = (blobs: Pick<BlobStore, 'stream'>, files: Iterable<ArchiveFile>, now: number): Readable => {
  const zip = new ZipFile()
  const output = new PassThrough()
  let open: Readable | undefined
  const options = { mtime: zipTime(now), mode: 0o100600, compress: false, forceDosTimestamp: true }
  const openFile = async (file: ArchiveFile): Promise<Readable> => {
    if (file.kind === 'text') return Readable.from([Buffer.from(await file.write())])
    return blobs.stream(file.sha256, { start: 0, end: file.size - 1 })
  }
  for (const file of files)
    zip.addReadStreamLazy(file.path, file.kind === 'stored' ? { ...options, size: file.size } : options, (answer) => {
      // The client may have disconnected.
      if (output.destroyed) return
      openFile(file).then(
        (stream) => {
          open = stream
          // yazl does not handle file errors.
          stream.on('error', (error) => output.destroy(error))
          answer(null, stream)
        },
        (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  zip.end()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => open?.destroy())
  return output
}

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

import { createPdfInspector } from '../domain/screening/inspect-pdf.ts'
import { createPdfRewriter } from '../domain/screening/rewrite-pdf.ts'
import type { Log } from '../platform/logging.ts'
import type { BlobStore } from '../platform/storage/blob-store.ts'
import type { ThreadTasks } from '../platform/threads/thread-task.ts'

interface Options {
  readonly log: Log
  readonly threads: ThreadTasks
}

export const createPdfTools = ({ log, threads }: Options, blobs: BlobStore) => ({
  inspector: createPdfInspector(threads, {
    onBroken: (error) => log.error({ err: error }, 'reading an upload broke'),
  }),
  rewriter: createPdfRewriter({ blobs }),
})

export type PdfTools = ReturnType<typeof createPdfTools>

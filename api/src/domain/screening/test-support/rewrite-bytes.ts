import { Readable } from 'node:stream'
import type { RewritePurpose } from 'pdf/repair'
import { withTempDirAsync } from 'pdf/testing/node'
import { openBlobStore } from '../../../platform/storage/blob-store.ts'
import { createPdfRewriter } from '../rewrite-pdf.ts'

export const rewriteBytes = (bytes: Uint8Array, purpose: RewritePurpose): Promise<Uint8Array | undefined> =>
  withTempDirAsync(async (directory) => {
    const blobs = await openBlobStore(directory)
    const rewriter = createPdfRewriter({ blobs })
    const received = await blobs.receive(Readable.from([bytes]), bytes.length)
    if (received.kind !== 'complete') throw new Error('not received')
    const copy = await rewriter.rewrite(received.blob, purpose, { account: 'user:1' })
    await rewriter.close()
    if (copy.kind !== 'rewritten') return undefined
    await copy.blob.keep()
    return blobs.read(copy.blob.sha256)
  })

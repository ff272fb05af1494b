import { traceWork } from 'shared/server'
import type { BlobStore } from './blob-store.ts'

const span = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
  traceWork(`storage ${operation}`, { kind: 'client' }, work)

export const traceBlobs = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  receive: (chunks, maxBytes) => span('receive', () => blobs.receive(chunks, maxBytes)),
  put: (bytes) => span('put', () => blobs.put(bytes)),
  read: (sha256) => span('read', () => blobs.read(sha256)),
  open: (sha256, range) => span('open', () => blobs.open(sha256, range)),
  remove: (sha256, quiet) => span('remove', () => blobs.remove(sha256, quiet)),
  verify: (sha256) => span('verify', () => blobs.verify(sha256)),
  stream: (sha256, size) => span('stream', () => blobs.stream(sha256, size)),
})

import type { RepeatWork } from '../../platform/clock.ts'
import type { ServiceWatch } from '../../platform/monitoring/watch-service.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { classifyDiskError } from '../../platform/storage/disk-failure.ts'
import { StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { createProbing } from './probing.ts'

/** Missing files and aborted uploads are no failures. */
const isStorageFailure = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || classifyDiskError(error) !== undefined

interface StorageWatchOptions {
  readonly watch: ServiceWatch
  readonly every: RepeatWork
}

/** Probes until writes succeed: a full disk is still readable. */
export const watchStorage = (blobs: BlobStore, { watch, every }: StorageWatchOptions) => {
  const probing = createProbing(every, () => blobs.probe(), watch.worked)
  const worked = (): void => {
    probing.stop()
    watch.worked()
  }
  const failed = (error: unknown): void => {
    if (!isStorageFailure(error)) return
    watch.failed(error)
    probing.start()
  }
  const observed = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      failed(error)
      throw error
    }
  }
  const writing = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await observed(work)
    worked()
    return result
  }
  const watched: BlobStore = {
    receive: async (chunks, maxBytes) => {
      const received = await observed(blobs.receive(chunks, maxBytes))
      if (received.kind !== 'complete') return received
      const { blob } = received
      return { kind: 'complete', blob: { ...blob, keep: () => writing(blob.keep()) } }
    },
    put: (bytes) => writing(blobs.put(bytes)),
    read: (sha256) => observed(blobs.read(sha256)),
    verify: (sha256) => observed(blobs.verify(sha256)),
    stream: (sha256, size) => observed(blobs.stream(sha256, size)),
    open: (sha256, range) => observed(blobs.open(sha256, range)),
    remove: (sha256, quiet) => writing(blobs.remove(sha256, quiet)),
    list: blobs.list,
    probe: () => writing(blobs.probe()),
  }
  return { blobs: watched, stop: probing.stop }
}

import { createRecentMap } from 'shared/server'
import type { Every } from '../../platform/clock.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import type { ServiceWatch } from '../../platform/monitoring/watch-service.ts'
import { BlobDamagedError, type BlobStore } from '../../platform/storage/blob-store.ts'
import { classifyDiskError } from '../../platform/storage/disk-failure.ts'
import { StorageUnavailableError } from '../../platform/storage/s3-blob-store.ts'
import { createProbing } from './probing.ts'

const DAMAGED_MAX = 1000

/** Missing files and aborted uploads are no failures. */
const isStorageFailure = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || classifyDiskError(error) !== undefined

interface Options {
  readonly watch: ServiceWatch
  readonly adminLog: AdminLog
  readonly every: Every
}

/** Probes until writes succeed: a full disk is still readable. */
export const watchStorage = (blobs: BlobStore, { watch, adminLog, every }: Options) => {
  const damaged = createRecentMap<true>(DAMAGED_MAX)
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
  const reportDamaged = (sha256: string): void => {
    if (damaged.get(sha256)) return
    damaged.set(sha256, true)
    adminLog.record({ event: 'document-damaged', sha256 })
  }
  const watched: BlobStore = {
    receive: async (chunks, maxBytes) => {
      const received = await observed(blobs.receive(chunks, maxBytes))
      if (received.kind !== 'complete') return received
      const { blob } = received
      return { kind: 'complete', blob: { ...blob, keep: () => writing(blob.keep()) } }
    },
    put: (bytes) => writing(blobs.put(bytes)),
    read: (sha256) =>
      observed(blobs.read(sha256)).catch((error: unknown) => {
        if (error instanceof BlobDamagedError) reportDamaged(sha256)
        throw error
      }),
    open: (sha256, range) => observed(blobs.open(sha256, range)),
    remove: (sha256, quiet) => writing(blobs.remove(sha256, quiet)),
    probe: () => writing(blobs.probe()),
  }
  return { blobs: watched, stop: probing.stop }
}

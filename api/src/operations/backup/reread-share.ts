import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { type BackupContents, type FaultyFile, pathOfBlob } from './contents.ts'
import type { NeededBlob } from './needed-blobs.ts'

/** So many incremental back-ups read every file of the installation once: with one each night, a week. */
export const ROUNDS = 7

export type Reread = NonNullable<BackupContents['installation']>

interface RereadOptions {
  /** Taken from the earlier back-up: their bytes in the installation were not read. */
  readonly taken: readonly NeededBlob[]
  /** Of the earlier back-up. */
  readonly earlier: Reread | undefined
  /** @throws BlobFaultError */
  readonly read: (sha256: string) => Promise<unknown>
}

const byHash = (a: NeededBlob, b: NeededBlob): number => (a.sha256 < b.sha256 ? -1 : 1)

/** The next ones after the place where the last back-up ended; from the beginning after the last one. */
export const nextShare = (taken: readonly NeededBlob[], after: string): NeededBlob[] => {
  const sorted = [...taken].sort(byHash)
  const following = sorted.filter(({ sha256 }) => sha256 > after)
  return (following.length > 0 ? following : sorted).slice(0, Math.ceil(sorted.length / ROUNDS))
}

/** Reads a share of the old files, and those again that were faulty last time. */
export const rereadShare = async ({ taken, earlier, read }: RereadOptions): Promise<Reread> => {
  const share = nextShare(taken, earlier?.position ?? '')
  const known = new Set(earlier?.faulty.map(({ path }) => path))
  const again = taken.filter((blob) => known.has(pathOfBlob(blob.sha256)) && !share.includes(blob))
  const faulty: FaultyFile[] = []
  for (const { sha256, documents, isNeeded } of [...share, ...again]) {
    try {
      await read(sha256)
    } catch (error) {
      if (!(error instanceof BlobFaultError)) throw error
      if (isNeeded) faulty.push({ path: pathOfBlob(sha256), fault: error.fault, documents: [...documents] })
    }
  }
  return { position: share.at(-1)?.sha256 ?? '', read: share.length + again.length, faulty }
}

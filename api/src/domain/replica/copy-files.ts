import type { Clock } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { isUnreadableFile } from '../../platform/storage/disk-failure.ts'
import type { ReplicaFolder } from '../../platform/storage/replica-folder.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { copyableAmong } from '../integrity/blob-references.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'

export interface CopyServices {
  readonly db: ApiDatabase
  /** As stored. */
  readonly files: Pick<BlobStore, 'read'>
  readonly clock: Clock
  readonly isStopping: () => boolean
}

/** Undefined if it has a fault, which the scrub reports. */
const readWhole = async (files: Pick<BlobStore, 'read'>, sha256: string): Promise<Uint8Array | undefined> => {
  try {
    return await files.read(sha256)
  } catch (error) {
    if (error instanceof BlobFaultError || isUnreadableFile(error)) return undefined
    throw error
  }
}

/** Bytes may have been erased while they were written: their removal looked for them too early. */
export const removeErased = async ({ db, clock }: Pick<CopyServices, 'db' | 'clock'>, hashes: readonly string[]) => {
  const needed = await copyableAmong(db, hashes)
  const erased = hashes.filter((sha256) => !needed.has(sha256))
  await askRemoval(db, erased, clock())
}

interface CopyResult {
  /** Of `hashes`, from the first on; the budget ended before the others. */
  readonly handled: number
  readonly copied: readonly string[]
  /** Have a file that a row needs. */
  readonly wanted: ReadonlySet<string>
  readonly bytes: number
}

/**
 * Writes what is needed and intact over its copy.
 *
 * @param budget bytes
 */
export const copyFiles = async (
  services: CopyServices,
  folder: Pick<ReplicaFolder, 'write'>,
  hashes: readonly string[],
  budget: number,
): Promise<CopyResult> => {
  const wanted = await copyableAmong(services.db, hashes)
  const copied: string[] = []
  let [handled, bytes] = [0, 0]
  for (const sha256 of hashes) {
    if (bytes >= budget || services.isStopping()) break
    handled += 1
    const whole = wanted.has(sha256) ? await readWhole(services.files, sha256) : undefined
    if (whole === undefined) continue
    await folder.write(sha256, whole)
    copied.push(sha256)
    bytes += whole.byteLength
  }
  await removeErased(services, copied)
  return { handled, copied, wanted, bytes }
}

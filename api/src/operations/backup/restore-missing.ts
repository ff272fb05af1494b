import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashHex } from 'shared/server'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { type BackupContents, type FaultyFile, pathOfBlob, readContents } from './contents.ts'
import { neededBlobs } from './needed-blobs.ts'
import { retryPassing, type WaitFor } from './retry-passing.ts'

export interface RestoreMissingOptions {
  readonly environment: Pick<ApiEnvironment, 'databaseUrl' | 'dataDir'>
  readonly source: string
  readonly blobs: Pick<BlobStore, 'put' | 'verify'>
  /** Default: all. */
  readonly document?: number | undefined
  readonly wait?: WaitFor
}

type Put = Pick<BlobStore, 'put' | 'verify'>

export const faultOf = async (
  blobs: Pick<BlobStore, 'verify'>,
  sha256: string,
): Promise<FaultyFile['fault'] | undefined> => {
  try {
    await blobs.verify(sha256)
    return undefined
  } catch (error) {
    if (error instanceof BlobFaultError) return error.fault
    throw error
  }
}

interface Backup {
  readonly source: string
  readonly prefixes: BackupContents['prefixes']
}

const readBytes = async ({ source, prefixes }: Backup, sha256: string): Promise<Uint8Array | undefined> => {
  const { within, size } = prefixes[sha256] ?? { within: sha256, size: Infinity }
  const bytes = await readFile(join(source, pathOfBlob(within))).catch(() => undefined)
  return bytes?.subarray(0, size)
}

const putBack = async (blobs: Put, backup: Backup, sha256: string): Promise<boolean> => {
  const bytes = await readBytes(backup, sha256)
  if (bytes === undefined || hashHex(bytes) !== sha256) return false
  await blobs.put(bytes)
  await blobs.verify(sha256)
  return true
}

/**
 * Puts back only what is damaged or missing; the installation may run.
 * @returns what the backup could not restore
 */
export const restoreMissing = async ({ environment, source, blobs, document, wait }: RestoreMissingOptions) => {
  const { prefixes } = await readContents(source).catch(() => ({ prefixes: {} }))
  const faulty: FaultyFile[] = []
  let restored = 0
  for (const { sha256, documents, isNeeded } of await neededBlobs(environment)) {
    if (!isNeeded || (document !== undefined && !documents.includes(document))) continue
    const fault = await retryPassing(() => faultOf(blobs, sha256), wait)
    if (fault === undefined) continue
    if (await retryPassing(() => putBack(blobs, { source, prefixes }, sha256), wait)) restored += 1
    else faulty.push({ path: pathOfBlob(sha256), fault, documents: [...documents] })
  }
  return { restored, faulty }
}

import { HOUR_MS } from '../../platform/clock.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { DOCUMENTS_LISTED } from '../../platform/monitoring/admin-events.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { createReportOnce } from '../../platform/monitoring/report-once.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { isUnreadableFile } from '../../platform/storage/disk-failure.ts'
import type { ReplicaFolder } from '../../platform/storage/replica-folder.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { copyableAmong, documentsInFile } from '../integrity/blob-references.ts'
import { findPrefix } from '../storage-cleanup/prefixes.ts'
import { type CopyServices, removeErased } from './copy-files.ts'

interface HealServices extends Pick<CopyServices, 'db' | 'clock'> {
  readonly files: Pick<BlobStore, 'put' | 'verify'>
  readonly adminLog: AdminLog
  readonly log: Pick<ServiceLog, 'error'>
  readonly openFolder: () => Promise<Pick<ReplicaFolder, 'read'> | undefined>
}

const isIntact = async (files: HealServices['files'], file: string): Promise<boolean> => {
  try {
    await files.verify(file)
    return true
  } catch (error) {
    if (error instanceof BlobFaultError || isUnreadableFile(error)) return false
    throw error
  }
}

/** All blobs of a file end their findings at once. */
const endFindings = ({ db }: HealServices, file: string) =>
  db
    .deleteFrom('blob_findings')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('sha256', '=', file),
        eb('sha256', 'in', selectFrom('blob_prefixes').select('blob_prefixes.sha256').where('within', '=', file)),
      ]),
    )
    .execute()

/**
 * Replaces the file of damaged or missing bytes by its copy, if a row needs it.
 *
 * @returns decides whether reading again is worth while; never rejects
 */
export const createHealing = (services: HealServices): ((sha256: string) => Promise<boolean>) => {
  const { db, clock, files, adminLog, log, openFolder } = services
  const reportOnce = createReportOnce(clock)
  const running = new Map<string, Promise<boolean>>()
  const healFile = async (file: string): Promise<boolean> => {
    if (!(await copyableAmong(db, [file])).has(file)) return false
    if (await isIntact(files, file)) return true
    const bytes = await (await openFolder())?.read(file)
    if (bytes === undefined) return false
    await files.put(bytes)
    await removeErased(services, [file])
    const documents = (await documentsInFile(db, file)).slice(0, DOCUMENTS_LISTED)
    const report = reportOnce('healed', file, HOUR_MS)
    if (report) adminLog.record({ event: 'document-healed', sha256: file, documents, ...report })
    await endFindings(services, file)
    return true
  }
  return async (sha256) => {
    try {
      const file = (await findPrefix(db, sha256))?.within ?? sha256
      const healing = running.get(file) ?? healFile(file).finally(() => running.delete(file))
      running.set(file, healing)
      return await healing
    } catch (error) {
      if (!(error instanceof BlobFaultError)) log.error({ err: error, sha256 }, 'a damaged file could not be healed')
      return false
    }
  }
}

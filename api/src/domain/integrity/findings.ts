import { type Clock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { DOCUMENTS_LISTED } from '../../platform/monitoring/admin-events.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { createReportOnce } from '../../platform/monitoring/report-once.ts'
import type { BlobFault } from '../../platform/storage/storage-errors.ts'
import { documentsWith } from './blob-references.ts'

/** Milliseconds between two reads of bytes with a fault: a storage may recover. */
const RECHECK_INTERVAL = MINUTE_MS
/** At most, per look. */
const RECHECKED = 20

interface FindingOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly adminLog: AdminLog
  readonly log: Pick<ServiceLog, 'error'>
}

export interface IntegrityFindings {
  /** As of the last refresh, plus those of this process. */
  isOpen(sha256: string): boolean
  /** Reports a new finding; ignores bytes that nothing needs. */
  record(sha256: string, fault: BlobFault): Promise<void>
  /** Records without delaying the caller. */
  recordLater(sha256: string, fault: BlobFault): void
  close(sha256: string): Promise<void>
  refresh(): Promise<void>
  /** Only one process gets each. */
  takeDue(): Promise<string[]>
  settled(): Promise<void>
}

const eventOf = { damaged: 'document-damaged', missing: 'document-missing' } as const

/** @returns whether it is new */
const storeFinding = async (db: ApiDatabase, sha256: string, fault: BlobFault, now: number): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('blob_findings')
    .values({ sha256, fault, found_at: now, checked_at: now })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ fault }).where('blob_findings.fault', '!=', fault),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const takeDue = async (db: ApiDatabase, now: number): Promise<string[]> => {
  const due = await db
    .selectFrom('blob_findings')
    .select(['sha256', 'checked_at'])
    .where('checked_at', '<=', now - RECHECK_INTERVAL)
    .orderBy('checked_at')
    .limit(RECHECKED)
    .execute()
  const taken: string[] = []
  for (const { sha256, checked_at } of due) {
    const { numUpdatedRows } = await db
      .updateTable('blob_findings')
      .set({ checked_at: now })
      .where('sha256', '=', sha256)
      .where('checked_at', '=', checked_at)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) taken.push(sha256)
  }
  return taken
}

/**
 * Damaged or missing bytes, shared by all processes through `blob_findings`. Administrators get one line for each
 * finding, and one when it is over.
 */
export const createFindings = ({ db, clock, adminLog, log }: FindingOptions): IntegrityFindings => {
  let open: ReadonlySet<string> = new Set()
  const reportOnce = createReportOnce(clock)
  const pending = new Set<Promise<void>>()
  const forget = async (sha256: string): Promise<boolean> => {
    open = new Set([...open].filter((other) => other !== sha256))
    const { numDeletedRows } = await db.deleteFrom('blob_findings').where('sha256', '=', sha256).executeTakeFirst()
    return numDeletedRows === 1n
  }
  const record = async (sha256: string, fault: BlobFault): Promise<void> => {
    const documents = await documentsWith(db, sha256)
    if (documents === undefined) {
      if (open.has(sha256)) await forget(sha256)
      return
    }
    open = new Set([...open, sha256])
    if (!(await storeFinding(db, sha256, fault, clock()))) return
    const report = reportOnce(fault, sha256, HOUR_MS)
    if (!report) return
    const first = documents.slice(0, DOCUMENTS_LISTED)
    adminLog.record({ event: eventOf[fault], sha256, documents: first, ...report })
  }
  return {
    isOpen: (sha256) => open.has(sha256),
    record,
    recordLater: (sha256, fault) => {
      const work = record(sha256, fault)
        .catch((error: unknown) => log.error({ err: error, sha256, fault }, 'a damaged file could not be recorded'))
        .finally(() => pending.delete(work))
      pending.add(work)
    },
    close: async (sha256) => {
      if (!open.has(sha256) || !(await forget(sha256))) return
      const documents = (await documentsWith(db, sha256)) ?? []
      adminLog.record({ event: 'document-restored', sha256, documents: documents.slice(0, DOCUMENTS_LISTED) })
    },
    refresh: async () => {
      const rows = await db.selectFrom('blob_findings').select('sha256').execute()
      open = new Set(rows.map(({ sha256 }) => sha256))
    },
    takeDue: () => takeDue(db, clock()),
    settled: async () => {
      await Promise.all(pending)
    },
  }
}

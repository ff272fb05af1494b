import { join } from 'node:path'
import { sql } from 'kysely'
import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, type HeldSlice, holdSlice } from '../../platform/database/claim-slice.ts'
import { isPostgres } from '../../platform/database/dialects/migration-dialect.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { reportFailure } from '../../platform/monitoring/report-failure.ts'
import { withoutOrigin } from '../../platform/origin.ts'
import type { ApiServices } from '../../platform/services.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { type RemovalServices, removeBytes } from '../storage-cleanup/removal-queue.ts'
import { eraseAccount } from './erase-account.ts'
import { eraseDocument } from './erase-document.ts'
import { purgeExpired, purgeMailFolder } from './purge-expired.ts'

type RetentionWorkerOptions = Pick<ApiServices, 'clock' | 'locks' | 'adminLog' | 'retention'> &
  RemovalServices & {
    readonly log: Pick<ServiceLog, 'error'>
    readonly dataDir: string
    /** Milliseconds that bytes stay untouched before removal. */
    readonly quiet: number
  }

const INTERVAL = HOUR_MS
/** Documents of a tick; each is one transaction. */
const BATCH = 50

const due = async (db: ApiDatabase, table: 'documents' | 'users', before: number): Promise<number[]> => {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('deleted_at', '<=', before)
    .orderBy('deleted_at')
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/** Milliseconds after the template's working copy was last opened. */
const WORKING_COPY_KEPT = 30 * DAY_MS

const dropAbandonedCopies = async (db: ApiDatabase, now: number): Promise<void> => {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'owner_id'])
    .where('edits_template', '=', sql.lit(1))
    .where('deleted_at', 'is', null)
    .where('uploaded_at', '<=', now - WORKING_COPY_KEPT)
    .limit(BATCH)
    .execute()
  for (const { id, owner_id } of rows)
    await db.transaction().execute((transaction) => markDeleted(transaction, { userId: owner_id, documentId: id, now }))
}

const dueCopies = async (db: ApiDatabase): Promise<number[]> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('edits_template', '=', sql.lit(1))
    .where('deleted_at', 'is not', null)
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

const countDone = async (
  ids: readonly number[],
  { keep }: HeldSlice,
  erase: (id: number) => Promise<boolean>,
): Promise<number> => {
  let done = 0
  for (const id of ids) {
    if (!(await keep())) break
    if (await erase(id)) done += 1
  }
  return done
}

/**
 * SQLite's write-ahead log holds old pages; PostgreSQL recycles its
 * own.
 */
const forgetJournal = async (db: ApiDatabase): Promise<void> => {
  if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
}

const erase = async (options: RetentionWorkerOptions, held: HeldSlice): Promise<number> => {
  const { db, clock, retention, dataDir, quiet, adminLog } = options
  const now = clock()
  const before = now - retention
  await dropAbandonedCopies(db, now)
  const copies = await countDone(await dueCopies(db), held, (documentId) =>
    eraseDocument(options, { documentId, deletedBy: now }),
  )
  const documents = await countDone(await due(db, 'documents', before), held, (documentId) =>
    eraseDocument(options, { documentId, deletedBy: before }),
  )
  const accounts = await countDone(await due(db, 'users', before), held, (userId) => eraseAccount(db, userId, now))
  const mails = await purgeExpired(db, { before, now })
  const files = await removeBytes(options, { now, quiet, keep: held.keep })
  await purgeMailFolder(db, join(dataDir, 'outbox'))
  if (copies + documents + accounts > 0) await forgetJournal(db)
  if (documents + accounts + files > 0) adminLog.record({ event: 'data-erased', documents, accounts, files })
  return copies + documents + accounts + mails + files
}

const eraseHeld = async (options: RetentionWorkerOptions): Promise<number> => {
  const held = await holdSlice(options.db, CLAIM_SLICES.erasure, options.clock)
  return held === undefined ? 0 : erase(options, held).finally(held.end)
}

/**
 * Erases deleted documents and accounts after the retention period.
 * Each step is repeatable. One process at a time: it reads and copies
 * files before it removes others.
 */
export const createRetentionWorker = (options: RetentionWorkerOptions): PollingLoop =>
  createPollingLoop(
    () => withoutOrigin(() => eraseHeld(options)),
    INTERVAL,
    reportFailure(options, 'deleted data not erased', 'data-not-erased'),
  )

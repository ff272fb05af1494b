import { isPostgres } from '../../platform/database/dialects/migration-dialect.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { judgeLog, type StoredLog, type StoredLogFault } from './judge-log.ts'
import { logAuthorityOf } from './log-authority.ts'
import { findHead } from './log-heads.ts'
import { readLog } from './read-log.ts'

const readAnchors = async (db: ApiDatabase, documentId: number): Promise<StoredLog['anchors']> => {
  const anchors = await db
    .selectFrom('log_anchors')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('batch')
    .execute()
  const batches = await db
    .selectFrom('log_batches')
    .selectAll()
    .where('number', 'in', (eb) => eb.selectFrom('log_anchors').select('batch').where('document_id', '=', documentId))
    .execute()
  const byNumber = new Map(batches.map((batch) => [batch.number, batch]))
  return anchors.map((anchor) => ({ ...anchor, signed: byNumber.get(anchor.batch) }))
}

/** Reads everything that `judgeLog` compares. Does not judge: reading and signing continue if a log was altered. */
export const readStoredLog = async (db: ApiDatabase, documentId: number): Promise<StoredLog> => {
  const seals = await db.selectFrom('seals').select('log_head').where('document_id', '=', documentId).execute()
  return {
    entries: await readLog(db, documentId),
    head: await findHead(db, documentId),
    anchors: await readAnchors(db, documentId),
    sealed: seals.map(({ log_head }) => log_head),
  }
}

/** The database was changed past our triggers, or a back-up does not fit its keys. */
export class LogAlteredError extends Error {
  override readonly name = 'LogAlteredError'
  readonly fault: StoredLogFault

  constructor(documentId: number, fault: StoredLogFault) {
    super(`the log of document ${documentId} is altered: ${fault.kind}`)
    this.fault = fault
  }
}

/**
 * Alerts administrators if it was altered.
 * @throws LogAlteredError
 */
export const checkedLog = async (db: ApiDatabase, documentId: number): Promise<StoredLog> => {
  const begin = isPostgres(db) ? db.transaction().setIsolationLevel('repeatable read') : db.transaction()
  // One snapshot, because log and head change together.
  const stored = await begin.execute((transaction) => readStoredLog(transaction, documentId))
  const { keys, onAltered } = logAuthorityOf(db)
  const fault = await judgeLog(keys, stored)
  if (fault === undefined) return stored
  onAltered(documentId, fault.kind)
  throw new LogAlteredError(documentId, fault)
}

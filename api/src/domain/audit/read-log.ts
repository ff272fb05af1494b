import { type LogEntry, LogEntrySchema } from 'shared/contract/evidence-log'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** In order, not verified. Evidence uses `checkedLog`. */
export const readLog = async (db: ApiDatabase, documentId: number): Promise<LogEntry[]> => {
  const rows = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()
  return rows.map((row) => v.parse(LogEntrySchema, row))
}

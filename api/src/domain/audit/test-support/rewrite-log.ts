import { sql } from 'kysely'
import { BEFORE_THE_FIRST, type LogEntry } from 'shared/contract/evidence-log'
import { onPostgres } from '../../../../test/support/test-store.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { chainHash } from '../append-event.ts'
import { readLog } from '../read-log.ts'

const GUARDS = ['audit_events_keep', 'audit_events_fixed', 'audit_events_chain'] as const

/** A database owner can remove the triggers. */
const removeGuards = async (db: ApiDatabase): Promise<void> => {
  if (onPostgres) await sql`alter table audit_events disable trigger user`.execute(db)
  else for (const guard of GUARDS) await sql.raw(`drop trigger if exists ${guard}`).execute(db)
}

export const rechain = (entries: readonly LogEntry[]): LogEntry[] => {
  let previous = BEFORE_THE_FIRST
  return entries.map((entry, index) => {
    const facts = { ...entry, number: index + 1 }
    const hash = chainHash(previous, facts)
    const chained = { ...facts, previous_hash: previous, hash }
    previous = hash
    return chained
  })
}

export const rewriteLog = async (
  db: ApiDatabase,
  documentId: number,
  change: (entries: readonly LogEntry[]) => readonly LogEntry[],
): Promise<readonly LogEntry[]> => {
  const after = change(await readLog(db, documentId))
  await removeGuards(db)
  await db.deleteFrom('audit_events').where('document_id', '=', documentId).execute()
  for (const entry of after) await db.insertInto('audit_events').values(entry).execute()
  return after
}

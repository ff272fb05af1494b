import { createHash } from 'node:crypto'
import type { Db } from '../database/open-database.ts'

export interface AuditEvent {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: string
  /** Who did it: `user:<id>`, `guest:<invitation id>`, `agent-session:<id>` or `system`. */
  readonly actor: string
  /** Flat facts; no secrets. */
  readonly data: Readonly<Record<string, string | number | null>>
}

const BEFORE_THE_FIRST = '0'.repeat(64)

/** Hash that chains an event to the one before: SHA-256 over a JSON array, so no two events read alike. */
export const chainHash = (
  previousHash: string,
  row: { document_id: number; number: number; happened_at: number; kind: string; actor: string; data: string },
): string =>
  createHash('sha256')
    .update(JSON.stringify([previousHash, row.document_id, row.number, row.happened_at, row.kind, row.actor, row.data]))
    .digest('hex')

/** Appends to a document's log. Call it inside the transaction that does what the event tells. */
export const appendEvent = async (transaction: Db, documentId: number, event: AuditEvent): Promise<void> => {
  const last = await transaction
    .selectFrom('audit_events')
    .select(['number', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previousHash = last?.hash ?? BEFORE_THE_FIRST
  const row = {
    document_id: documentId,
    number: (last?.number ?? 0) + 1,
    happened_at: event.at,
    kind: event.kind,
    actor: event.actor,
    data: JSON.stringify(event.data),
  }
  await transaction
    .insertInto('audit_events')
    .values({ ...row, previous_hash: previousHash, hash: chainHash(previousHash, row) })
    .execute()
}

import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readStoredLog } from '../audit/check-log.ts'
import { forgetContactsOf } from '../contacts/forget-contacts.ts'
import { BLOB_REFERENCES } from '../integrity/blob-references.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'
import { makeErasureRecord } from './erasure-record.ts'

/** In the order that foreign keys require. */
const ROWS = [
  'template_uses',
  'document_tags',
  'webhook_deliveries',
  'fva_requests',
  'removal_requests',
  'upload_keys',
  'link_codes',
  'agent_sessions',
  'completion_certificates',
  'seal_log_openings',
  'log_anchors',
  'log_heads',
  'audit_events',
  'seals',
  'seal_jobs',
  'question_messages',
  'question_threads',
  'invitations',
  'outbox',
  'signatures',
  'form_drafts',
  'form_fields',
  'alternates',
  'fields',
  'participants',
  'revisions',
] as const

const findErasable = (db: ApiDatabase, documentId: number, deletedBy: number) =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', documentId)
    .where('deleted_at', '<=', deletedBy)
    .executeTakeFirst()

/**
 * A process that holds a mail or job of the document would write to
 * it later.
 */
const isInHand = async (db: ApiDatabase, documentId: number, now: number): Promise<boolean> => {
  for (const table of ['outbox', 'seal_jobs', 'completion_certificates', 'webhook_deliveries'] as const) {
    const claimed = db
      .selectFrom(table)
      .select('document_id')
      .where('document_id', '=', documentId)
      .where('state', '=', 'pending')
      .where('claimed_until', '>', now)
    if ((await claimed.executeTakeFirst()) !== undefined) return true
  }
  return false
}

/** Files to be removed, unless another document needs them. */
const referredBlobs = async (db: ApiDatabase, documentId: number): Promise<string[]> => {
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from (${sql.raw(BLOB_REFERENCES)}) r where document_id = ${documentId}`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

const deleteRows = async (db: ApiDatabase, documentId: number): Promise<void> => {
  await db
    .deleteFrom('card_requests')
    .where('field_id', 'in', (eb) => eb.selectFrom('fields').select('id').where('document_id', '=', documentId))
    .execute()
  for (const table of ROWS) await db.deleteFrom(table).where('document_id', '=', documentId).execute()
  await db.deleteFrom('documents').where('id', '=', documentId).execute()
}

interface Due {
  readonly documentId: number
  readonly deletedBy: number
}

/**
 * Deletes all rows of a document and leaves its signed skeleton, in one transaction. A process that dies leaves a
 * whole document or an erased one.
 *
 * @returns false if it is not due, or its bytes are in use
 */
export const eraseDocument = (
  { db, clock, locks }: Pick<ApiServices, 'db' | 'clock' | 'locks'>,
  { documentId, deletedBy }: Due,
): Promise<boolean> =>
  locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      const document = await findErasable(transaction, documentId, deletedBy)
      const now = clock()
      if (document === undefined || (await isInHand(transaction, documentId, now))) return false
      await transaction.insertInto('erasures').values({ document_id: documentId }).execute()
      const { skeleton, anchors } = await makeErasureRecord(
        transaction,
        document,
        await readStoredLog(transaction, documentId),
        now,
      )
      await transaction.insertInto('document_skeletons').values(skeleton).execute()
      for (const anchor of anchors) await transaction.insertInto('erased_anchors').values(anchor).execute()
      await askRemoval(transaction, await referredBlobs(transaction, documentId), now)
      await forgetContactsOf(transaction, document)
      await deleteRows(transaction, documentId)
      await transaction.deleteFrom('erasures').where('document_id', '=', documentId).execute()
      return true
    }),
  )

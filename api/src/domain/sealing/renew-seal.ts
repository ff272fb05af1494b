import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById } from '../access/document-access.ts'
import { appendEvent, headOf } from '../audit/append-event.ts'
import { currentRevision } from '../documents/revisions.ts'
import { appendTail, storeRevision } from '../signing/write-signature.ts'
import { insertSeal, type SealingServices, sealerOf } from './seal-document.ts'

export type RenewalServices = SealingServices & Pick<ApiServices, 'documentEvents'>

/** End of the newest seal's time-stamp certificate. */
const sealEnd = async (db: ApiDatabase, documentId: number): Promise<number | undefined> => {
  const newest = await db
    .selectFrom('seals')
    .select('timestamp_valid_to')
    .where('document_id', '=', documentId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.timestamp_valid_to
}

/**
 * Documents by the end of their last time stamp's certificate, soonest first. It has to be renewed while that
 * certificate is valid.
 */
export const sealsEndingBefore = async (db: ApiDatabase, moment: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('seals')
    .innerJoin('documents', 'documents.id', 'seals.document_id')
    .select(({ fn }) => ['seals.document_id', fn.max('seals.timestamp_valid_to').as('ends')])
    .where('documents.deleted_at', 'is', null)
    .groupBy('seals.document_id')
    .having(({ fn }) => fn.max('seals.timestamp_valid_to'), '<=', moment)
    .orderBy('ends')
    .limit(limit)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** `not-due`: deleted, or renewed by another process. */
export type SealRenewal = 'renewed' | 'not-due' | 'would-not-last'

/**
 * Adds a time stamp, and validation data for the previous one.
 * `would-not-last`: the new stamp would end first; replace the
 * authority's certificate.
 */
export const renewSeal = (services: RenewalServices, documentId: number, due: number): Promise<SealRenewal> =>
  services.locks.run(documentId, async () => {
    const { db, blobs, clock, documentEvents } = services
    const document = await findDocumentById(db, documentId)
    const ends = await sealEnd(db, documentId)
    if (document === undefined || ends === undefined || ends > due) return 'not-due'
    const now = clock()
    const base = await currentRevision(db, documentId)
    const logHead = await headOf(db, documentId)
    const bytes = await blobs.read(base.sha256)
    const seal = await sealerOf(services, document).seal({ document: bytes, logHead, now: new Date(now) })
    if (seal.timestamp.validTo.getTime() <= ends) return 'would-not-last'
    const revision = await storeRevision({ blobs }, 'sealed', base.number + 1, appendTail(bytes, seal.tail))
    await db.transaction().execute(async (transaction) => {
      await insertSeal(transaction, documentId, { revision, seal, logHead }, now)
      await transaction
        .updateTable('documents')
        .set({ revision: revision.number })
        .where('id', '=', documentId)
        .execute()
      const data = { revision: revision.number, sha256: revision.sha256, log_head: logHead, level: seal.level }
      await appendEvent(transaction, documentId, { at: now, kind: 'document-renewed', actor: 'system', data })
    })
    documentEvents.publish(document.owner_id, { kind: 'changed', document_id: documentId })
    return 'renewed'
  })

import { leafText } from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DocumentSkeletonTable, ErasedAnchorTable } from '../../platform/database/schema.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { judgeLog, type StoredLog } from '../audit/judge-log.ts'
import { logAuthorityOf } from '../audit/log-authority.ts'
import { erasureRecordText } from './erasure-record-text.ts'

/** Finds the skeleton by document id without storing the id. */
export const hashOfDocument = (documentId: number): string =>
  hashHex(JSON.stringify(['trazo-erased-document-1', documentId]))

const signaturesOf = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('signatures')
    .select(['revision', 'signed_at'])
    .where('document_id', '=', documentId)
    .orderBy('signed_at')
    .orderBy('revision')
    .execute()

const revisionsOf = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('revisions')
    .select(['number', 'kind', 'sha256', 'size', 'created_at'])
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()

const logOf = async (db: ApiDatabase, documentId: number, { entries, head, ...stored }: StoredLog) => {
  const { keys, onAltered } = logAuthorityOf(db)
  const fault = await judgeLog(keys, { entries, head, ...stored })
  if (fault !== undefined) onAltered(documentId, fault.kind)
  const { document_id: _, ...end } = head ?? { document_id: documentId }
  return {
    // The hashed data is erased next.
    whole: fault === undefined,
    head: head === undefined ? null : end,
    entries: entries.map(({ number, kind, happened_at, hash }) => ({ number, kind, happened_at, hash })),
  }
}

const anchorsOf = ({ anchors }: StoredLog) =>
  anchors.map((anchor) => ({
    batch: anchor.batch,
    number: anchor.number,
    hash: anchor.hash,
    leaf: hashHex(leafText(anchor)),
  }))

/**
 * What remains of an erased document: hashes and times, no name. `anchors` keep the batches of time-stamped heads
 * whole.
 */
export interface ErasureRecord {
  readonly skeleton: DocumentSkeletonTable
  readonly anchors: readonly ErasedAnchorTable[]
}

/**
 * Signs the hashes and times that remain. Call it in the transaction
 * that erases the document.
 */
export const makeErasureRecord = async (
  db: ApiDatabase,
  document: StoredDocument,
  stored: StoredLog,
  now: number,
): Promise<ErasureRecord> => {
  const { id, uploaded_at, completed_at, cancelled_at, deleted_at } = document
  const document_hash = hashOfDocument(id)
  const certificate = await db
    .selectFrom('completion_certificates')
    .select('sha256')
    .where('document_id', '=', id)
    .executeTakeFirst()
  const content = JSON.stringify({
    version: 1,
    document_hash,
    uploaded_at,
    completed_at,
    cancelled_at,
    deleted_at,
    erased_at: now,
    revisions: await revisionsOf(db, id),
    signatures: await signaturesOf(db, id),
    certificate_sha256: certificate?.sha256 ?? null,
    log: await logOf(db, id, stored),
    anchors: anchorsOf(stored),
  })
  const signed = logAuthorityOf(db).keys.sign(erasureRecordText(content))
  return {
    skeleton: { document_hash, content, ...signed, erased_at: now },
    anchors: stored.anchors.map(({ path, batch, ...anchor }) => ({
      document_hash,
      batch,
      leaf: hashHex(leafText(anchor)),
      path,
    })),
  }
}

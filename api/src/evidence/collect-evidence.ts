import type { Selectable } from 'kysely'
import type { LogEntry } from 'shared/evidence'
import { checkedLog, LogAlteredError } from '../audit/check-log.ts'
import type { StoredLog } from '../audit/judge-log.ts'
import type { Db } from '../database/open-database.ts'
import type { SealTable, SignatureTable } from '../database/schema.ts'
import { type Document, ownDocument } from '../files/document-access.ts'
import type { Revision } from '../files/revisions.ts'
import { ApiError } from '../http/api-error.ts'
import { type Actors, actorsOf, ownerOf } from './actors.ts'

export type Seal = Selectable<SealTable>
export type Signature = Selectable<SignatureTable>

/** All that is known of how a document came to be signed. */
export interface Evidence {
  readonly document: Document
  readonly owner: { readonly name: string; readonly email: string }
  /** In order; number 0 is the original of a repaired upload. */
  readonly revisions: readonly Revision[]
  /** In the order of signing. */
  readonly signatures: readonly Signature[]
  /** What closed it; undefined where its signatures stand alone (national cards). */
  readonly seal: Seal | undefined
  readonly log: readonly LogEntry[]
  /** The same with what authenticates it. */
  readonly stored: StoredLog
  /** Who acted, as the log recorded it. */
  readonly actors: Actors
}

/**
 * A completed document of this owner.
 * @throws ApiError NOT_FOUND, also for someone else's; EVIDENCE_NOT_READY before it is complete
 */
export const completedDocument = async (db: Db, userId: number, documentId: number): Promise<Document> => {
  const document = await ownDocument(db, userId, documentId)
  if (document.status !== 'COMPLETED') throw new ApiError('EVIDENCE_NOT_READY')
  return document
}

/**
 * What is known of a completed document. People's names are those that the log recorded.
 * @throws ApiError EVIDENCE_LOG_ALTERED
 */
export const collectEvidence = async (db: Db, document: Document): Promise<Evidence> => {
  const { id: documentId } = document
  const stored = await checkedLog(db, documentId).catch((cause: unknown) => {
    throw cause instanceof LogAlteredError ? new ApiError('EVIDENCE_LOG_ALTERED', { cause }) : cause
  })
  const log = stored.entries
  const of = <T extends 'revisions' | 'signatures' | 'seals'>(table: T) => db.selectFrom(table)
  return {
    document,
    owner: ownerOf(log, document.owner_id),
    revisions: await of('revisions').selectAll().where('document_id', '=', documentId).orderBy('number').execute(),
    signatures: await of('signatures')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('revision')
      .orderBy('field_id')
      .execute(),
    seal: await of('seals')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst(),
    log,
    stored,
    actors: actorsOf(log),
  }
}

/** The last bytes of the document, as people have them. */
export const finalRevision = ({ revisions }: Evidence): Revision => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a document has no revision')
  return last
}

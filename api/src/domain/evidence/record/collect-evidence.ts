import type { Selectable } from 'kysely'
import type { LogEntry } from 'shared/contract/evidence-log'
import { inReadingOrder } from 'shared/contract/form-fields'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { SealTable, SignatureTable } from '../../../platform/database/schema.ts'
import type { GuestActor, OwnerActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { findDocumentById, ownDocument, type StoredDocument } from '../../access/document-access.ts'
import { checkedLog, LogAlteredError } from '../../audit/check-log.ts'
import type { StoredLog } from '../../audit/judge-log.ts'
import type { StoredRevision } from '../../documents/revisions.ts'
import { formRowsOf } from '../../form-fields/find-form-fields.ts'
import { actorsOf, type EntryActors, loggedOwner } from './actors.ts'

type Seal = Selectable<SealTable>
export type RecordedSignature = Selectable<SignatureTable>

/** A form field's value as its signer saw it. */
interface SignedValue {
  readonly fieldId: number
  readonly label: string
  readonly shown: string
}

const signedValues = async (db: ApiDatabase, documentId: number): Promise<SignedValue[]> => {
  const rows = await formRowsOf(db, documentId)
  return inReadingOrder(rows.map((row) => ({ ...row, x_relative: row.x, y_relative: row.y }))).flatMap(
    ({ field_id: fieldId, label, shown_value: shown }) => (shown === null ? [] : [{ fieldId, label, shown }]),
  )
}

/**
 * Everything that certificate, bundle and copies are made from. Names come from the log, never from accounts, which
 * may change.
 */
export interface DocumentEvidence {
  readonly document: StoredDocument
  readonly owner: { readonly name: string; readonly email: string }
  /** In order; number 0 is the original of a repaired upload. */
  readonly revisions: readonly StoredRevision[]
  readonly signatures: readonly RecordedSignature[]
  readonly values: readonly SignedValue[]
  readonly seal: Seal | undefined
  readonly log: readonly LogEntry[]
  readonly stored: StoredLog
  readonly actors: EntryActors
}

/** Guests by invitation get the report of a certified document, whose PDF cannot carry it. Others are the owner's. */
const reportedDocument = async (
  db: ApiDatabase,
  actor: OwnerActor | GuestActor,
  documentId: number,
): Promise<StoredDocument> => {
  if (actor.kind !== 'guest') return ownDocument(db, actor.userId, documentId)
  const document = await findDocumentById(db, documentId)
  const isTheirs = actor.source.kind === 'invitation' && actor.documentId === documentId
  if (!isTheirs || document?.signing_mode !== 'certified') throw new ApiError('NOT_FOUND')
  return document
}

/** @throws ApiError EVIDENCE_NOT_READY, NOT_FOUND */
export const completedDocument = async (
  db: ApiDatabase,
  actor: OwnerActor | GuestActor,
  documentId: number,
): Promise<StoredDocument> => {
  const document = await reportedDocument(db, actor, documentId)
  if (document.status !== 'COMPLETED') throw new ApiError('EVIDENCE_NOT_READY')
  return document
}

/** @throws ApiError EVIDENCE_LOG_ALTERED */
export const collectDocumentEvidence = async (db: ApiDatabase, document: StoredDocument): Promise<DocumentEvidence> => {
  const { id: documentId } = document
  const stored = await checkedLog(db, documentId).catch((cause: unknown) => {
    throw cause instanceof LogAlteredError ? new ApiError('EVIDENCE_LOG_ALTERED', { cause }) : cause
  })
  const log = stored.entries
  const of = <T extends 'revisions' | 'signatures' | 'seals'>(table: T) => db.selectFrom(table)
  return {
    document,
    owner: loggedOwner(log, document.owner_id),
    revisions: await of('revisions').selectAll().where('document_id', '=', documentId).orderBy('number').execute(),
    signatures: await of('signatures')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('revision')
      .orderBy('field_id')
      .execute(),
    values: await signedValues(db, documentId),
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

/** The sealed revision, or the last signed one if the document has no seal of ours. */
export const finalRevision = ({ revisions }: DocumentEvidence): StoredRevision => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a document has no revision')
  return last
}

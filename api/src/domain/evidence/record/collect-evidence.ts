import type { Selectable } from 'kysely'
import type { LogEntry } from 'shared/contract/evidence-log'
import { inReadingOrder } from 'shared/contract/form-fields'
import type { Db } from '../../../platform/database/open-database.ts'
import type { SealTable, SignatureTable } from '../../../platform/database/schema.ts'
import type { GuestActor, OwnerActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { type Document, findDocument, ownDocument } from '../../access/document-access.ts'
import { checkedLog, LogAlteredError } from '../../audit/check-log.ts'
import type { StoredLog } from '../../audit/judge-log.ts'
import type { Revision } from '../../documents/revisions.ts'
import { formRowsOf } from '../../form-fields/find-form-fields.ts'
import { type Actors, actorsOf, ownerOf } from './actors.ts'

type Seal = Selectable<SealTable>
export type Signature = Selectable<SignatureTable>

/** A form field's value as its signer saw it. */
interface SignedValue {
  readonly fieldId: number
  readonly label: string
  readonly shown: string
}

const signedValues = async (db: Db, documentId: number): Promise<SignedValue[]> => {
  const rows = await formRowsOf(db, documentId)
  return inReadingOrder(rows.map((row) => ({ ...row, x_relative: row.x, y_relative: row.y }))).flatMap(
    ({ field_id: fieldId, label, shown_value: shown }) => (shown === null ? [] : [{ fieldId, label, shown }]),
  )
}

/**
 * Everything that certificate, bundle and copies are made from. Names come from the log, never from accounts, which
 * may change.
 */
export interface Evidence {
  readonly document: Document
  readonly owner: { readonly name: string; readonly email: string }
  /** In order; number 0 is the original of a repaired upload. */
  readonly revisions: readonly Revision[]
  readonly signatures: readonly Signature[]
  readonly values: readonly SignedValue[]
  readonly seal: Seal | undefined
  readonly log: readonly LogEntry[]
  readonly stored: StoredLog
  readonly actors: Actors
}

/** Guests by invitation get the report of a certified document, whose PDF cannot carry it. Others are the owner's. */
const reportedDocument = async (db: Db, actor: OwnerActor | GuestActor, documentId: number): Promise<Document> => {
  if (actor.kind !== 'guest') return ownDocument(db, actor.userId, documentId)
  const document = await findDocument(db, documentId)
  const isTheirs = actor.source.kind === 'invitation' && actor.documentId === documentId
  if (!isTheirs || document?.signing_mode !== 'certified') throw new ApiError('NOT_FOUND')
  return document
}

/** @throws ApiError EVIDENCE_NOT_READY, NOT_FOUND */
export const completedDocument = async (
  db: Db,
  actor: OwnerActor | GuestActor,
  documentId: number,
): Promise<Document> => {
  const document = await reportedDocument(db, actor, documentId)
  if (document.status !== 'COMPLETED') throw new ApiError('EVIDENCE_NOT_READY')
  return document
}

/** @throws ApiError EVIDENCE_LOG_ALTERED */
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
export const finalRevision = ({ revisions }: Evidence): Revision => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a document has no revision')
  return last
}

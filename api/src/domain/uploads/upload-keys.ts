import type { IncomingHttpHeaders } from 'node:http'
import type { UserFile } from 'shared/contract'
import { sha256Hex } from 'shared/server'
import { DAY } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { parseIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { getDocument } from '../documents/get-document.ts'
import type { Upload } from './read-upload.ts'

/** Milliseconds in which a repeated upload gets the first document. */
export const UPLOAD_KEY_LIFE = DAY

/** The fingerprint tells a repetition from another upload with the same key. */
export interface UploadKey {
  readonly key: string
  readonly fingerprint: string
}

/** @throws FileRefusal IDEMPOTENCY_KEY_INVALID */
export const readUploadKey = (headers: IncomingHttpHeaders, now: number): string | undefined => {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  const key = parseIdempotencyKey(given)
  if (key === undefined) throw new FileRefusal(fileProblems.keyInvalid, now)
  return key
}

/** Everything that decides what is stored, `clean` included. */
export const fingerprintOf = ({ blob, filename, parts }: Upload): string => {
  const { file_type_id, description, notes, clean } = parts
  const facts = [blob.sha256, filename, file_type_id, description, notes, clean]
  return sha256Hex(JSON.stringify(facts))
}

export class UploadKeyTakenError extends Error {
  override readonly name = 'UploadKeyTakenError'
}

/** @throws UploadKeyTakenError */
export const saveUploadKey = async (
  transaction: Db,
  { key, fingerprint }: UploadKey,
  stored: { readonly ownerId: number; readonly documentId: number; readonly hidesDrawings: boolean },
  now: number,
): Promise<void> => {
  await transaction.deleteFrom('upload_keys').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('upload_keys')
    .values({
      owner_id: stored.ownerId,
      request_key: key,
      fingerprint,
      document_id: stored.documentId,
      hides_drawings: stored.hidesDrawings ? 1 : 0,
      expires_at: now + UPLOAD_KEY_LIFE,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'request_key']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new UploadKeyTakenError('the key is taken')
}

/** @throws FileRefusal for another request or a deleted document */
export const findUploaded = async (
  db: Db,
  ownerId: number,
  { key, fingerprint }: UploadKey,
  now: number,
): Promise<UserFile | undefined> => {
  const row = await db
    .selectFrom('upload_keys')
    .leftJoin('documents', 'documents.id', 'upload_keys.document_id')
    .select(['upload_keys.fingerprint', 'upload_keys.document_id', 'upload_keys.hides_drawings'])
    .select(['documents.id as existing', 'documents.deleted_at'])
    .where('upload_keys.owner_id', '=', ownerId)
    .where('upload_keys.request_key', '=', key)
    .where('upload_keys.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.fingerprint !== fingerprint) throw new FileRefusal(fileProblems.keyReused, now)
  if (row.existing === null || row.deleted_at !== null) throw new FileRefusal(fileProblems.keyOfDeleted, now)
  const document = await getDocument({ db, clock: () => now }, ownerId, row.document_id)
  return row.hides_drawings === 1 ? { ...document, drawings_hidden: true } : document
}

/** The upload was aborted during its commit: the client may repeat it with the same key. */
export const forgetUploadKey = async (db: Db, ownerId: number, documentId: number): Promise<void> => {
  await db.deleteFrom('upload_keys').where('owner_id', '=', ownerId).where('document_id', '=', documentId).execute()
}

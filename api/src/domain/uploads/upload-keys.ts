import type { IncomingHttpHeaders } from 'node:http'
import type { UserFile } from 'shared/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import {
  checkKeyStored,
  type KeyedRequest,
  parseIdempotencyKey,
  requestFingerprint,
} from '../../platform/http/idempotency.ts'
import type { ApiServices } from '../../platform/services.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { getDocument } from '../documents/get-document.ts'
import type { ReceivedUpload } from './read-upload.ts'

/** Milliseconds in which a repeated upload gets the first document. */
export const UPLOAD_KEY_LIFE = DAY_MS

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

/** Everything that decides what is stored, `clean` included. The password of a file and `opened` only allow it. */
export const fingerprintOf = ({ blob, filename, parts }: ReceivedUpload): string => {
  const { file_type_id, description, notes, clean } = parts
  return requestFingerprint([blob.sha256, filename, file_type_id, description, notes, clean])
}

/** @throws KeyTakenError */
export const saveUploadKey = async (
  transaction: ApiDatabase,
  { key, fingerprint }: UploadKey,
  stored: { readonly ownerId: number; readonly documentId: number; readonly hidesDrawings: boolean },
  now: number,
): Promise<void> => {
  await transaction.deleteFrom('upload_keys').where('expires_at', '<=', now).execute()
  const inserted = await transaction
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
  checkKeyStored(inserted)
}

const findUpload = (db: ApiDatabase, ownerId: number, key: string, now: number) =>
  db
    .selectFrom('upload_keys')
    .leftJoin('documents', 'documents.id', 'upload_keys.document_id')
    .select(['upload_keys.fingerprint', 'upload_keys.document_id', 'upload_keys.hides_drawings'])
    .select(['documents.id as existing', 'documents.deleted_at'])
    .where('upload_keys.owner_id', '=', ownerId)
    .where('upload_keys.request_key', '=', key)
    .where('upload_keys.expires_at', '>', now)
    .executeTakeFirst()

type FoundUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** Refuses with a FileRefusal another request, or one whose document was deleted. */
export const keyedUpload = (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  ownerId: number,
  { key, fingerprint }: UploadKey,
): KeyedRequest<FoundUpload, UserFile> => ({
  fingerprint,
  find: () => findUpload(db, ownerId, key, clock()),
  answer: async (row) => {
    if (row.existing === null || row.deleted_at !== null) throw new FileRefusal(fileProblems.keyOfDeleted, clock())
    const document = await getDocument({ db, clock }, ownerId, row.document_id)
    return row.hides_drawings === 1 ? { ...document, drawings_hidden: true } : document
  },
  refusal: () => new FileRefusal(fileProblems.keyReused, clock()),
})

/** The upload was aborted during its commit: the client may repeat it with the same key. */
export const forgetUploadKey = async (db: ApiDatabase, ownerId: number, documentId: number): Promise<void> => {
  await db.deleteFrom('upload_keys').where('owner_id', '=', ownerId).where('document_id', '=', documentId).execute()
}

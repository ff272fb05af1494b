import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { alternatesOf } from './alternates.ts'
import { checkNotExpired } from './deadline.ts'
import { findDocumentById, type StoredDocument } from './document-access.ts'
import { fieldsOf, findField } from './find-field.ts'
import type { StoredField } from './view-field.ts'

/**
 * @throws ApiError NOT_FOUND, also without read
 * access; DOCUMENT_CANCELLED, LINK_READ_ONLY, DOCUMENT_EXPIRED
 */
export const publicDocument = async (db: ApiDatabase, documentId: number, now: number): Promise<StoredDocument> => {
  const document = await findDocumentById(db, documentId)
  if (document === undefined || document.shared_at === null) throw new ApiError('NOT_FOUND')
  if (document.status === 'CANCELLED') throw new ApiError('DOCUMENT_CANCELLED')
  if (document.public_link_at === null) throw new ApiError('LINK_READ_ONLY')
  checkNotExpired(document, now)
  return document
}

/** A field with an expired invitation is open again. */
const needsInvitation = async (db: ApiDatabase, fieldId: number, now: number): Promise<boolean> => {
  const newest = await db
    .selectFrom('invitations')
    .select(['expires_at', 'revoked_at', 'declined_at'])
    .where('field_id', '=', fieldId)
    .orderBy((eb) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (newest === undefined) return false
  return newest.revoked_at !== null || newest.declined_at !== null || newest.expires_at > now
}

/**
 * @throws ApiError FIELD_SIGNED, FORBIDDEN
 * (the owner's field), INVITATION_NEEDED
 */
export const checkOpenField = async (db: ApiDatabase, field: StoredField, now: number): Promise<void> => {
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
  if (field.field_type !== 'SECONDARY') throw new ApiError('FORBIDDEN')
  const hasAlternates = (await alternatesOf(db, field.document_id)).some(({ field_id }) => field_id === field.id)
  if (hasAlternates || (await needsInvitation(db, field.id, now))) throw new ApiError('INVITATION_NEEDED')
}

/** Undefined instead of a refusal, whatever the reason. */
export const findOpenField = async (
  db: ApiDatabase,
  fieldId: number,
  now: number,
): Promise<StoredField | undefined> => {
  const field = await findField(db, fieldId)
  if (field === undefined) return undefined
  try {
    await publicDocument(db, field.document_id, now)
    await checkOpenField(db, field, now)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
  return field
}

/**
 * A signing order admits invited signers only.
 * @throws ApiError DOCUMENT_FROZEN, INVITATION_NEEDED, VALIDATION
 */
export const checkRoomForField = async (db: ApiDatabase, documentId: number): Promise<void> => {
  const fields = await fieldsOf(db, documentId)
  if (fields.some((field) => field.signed_at !== null)) throw new ApiError('DOCUMENT_FROZEN')
  if (fields.length > 0 && (await findDocumentById(db, documentId))?.signing_order === 'ordered')
    throw new ApiError('INVITATION_NEEDED', {
      message: 'Este documento se firma por orden: solo firman las personas a las que se invitó.',
    })
  if (fields.length >= FIELDS_PER_DOCUMENT_MAX)
    throw invalidInput('user_file_id', `Un documento puede tener hasta ${FIELDS_PER_DOCUMENT_MAX} campos de firma.`)
}

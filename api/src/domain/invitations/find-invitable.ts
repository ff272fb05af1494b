import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { UserTable } from '../../platform/database/schema.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { checkNotWorkingCopy } from '../access/working-copy.ts'

/** A field whose signer may be invited now. */
export interface InvitableField {
  readonly document: StoredDocument
  readonly field: StoredField
  readonly owner: Selectable<UserTable>
}

export interface FieldRequest {
  readonly userId: number
  readonly documentId: number
  /** Our id, or the `field_id` that the client gave the field. */
  readonly fieldId: number | string
  readonly now: number
}

const findRequested = async (db: ApiDatabase, { documentId, fieldId }: FieldRequest): Promise<StoredField> => {
  const fields = await fieldsOf(db, documentId)
  const field = fields.find(({ id, client_id }) => String(id) === String(fieldId) || client_id === fieldId)
  if (field === undefined) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  return field
}

/**
 * People may be invited to this document now. Without SMTP no confirmed address is needed: no mail leaves.
 *
 * @throws ApiError DOCUMENT_CANCELLED, TEMPLATE_WORKING_COPY, DOCUMENT_EXPIRED, EMAIL_NOT_VERIFIED
 */
export const checkMayAsk = async (
  db: ApiDatabase,
  { mailLeaves }: Pick<ApiServices, 'mailLeaves'>,
  document: StoredDocument,
  now: number,
): Promise<void> => {
  checkNotCancelled(document)
  checkNotWorkingCopy(document)
  checkNotExpiredForOwner(document, now)
  const owner = db.selectFrom('users').select('email_verified_at').where('id', '=', document.owner_id)
  if (mailLeaves && (await owner.executeTakeFirstOrThrow()).email_verified_at === null)
    throw new ApiError('EMAIL_NOT_VERIFIED')
}

/**
 * @throws ApiError NOT_FOUND, DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, FIELD_SIGNED,
 * FIELD_OF_OTHER_DOCUMENT, NOT_A_THIRD_PARTY_FIELD, VALIDATION
 */
export const findInvitable = async (db: ApiDatabase, request: FieldRequest): Promise<InvitableField> => {
  const document = await ownDocument(db, request.userId, request.documentId)
  checkNotCancelled(document)
  checkNotWorkingCopy(document)
  checkNotExpiredForOwner(document, request.now)
  const field = await findRequested(db, request)
  if (field.field_type !== 'SECONDARY' || field.signer_email === '') throw new ApiError('NOT_A_THIRD_PARTY_FIELD')
  if (!isOneMailbox(field.signer_email)) throw invalidInput('email', 'El email no es válido')
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
  const owner = await db.selectFrom('users').selectAll().where('id', '=', request.userId).executeTakeFirstOrThrow()
  return { document, field, owner }
}

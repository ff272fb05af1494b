import { type CreateFieldSchema, FIELDS_PER_DOCUMENT_MAX, type SignatureField } from 'shared/contract'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { type StoredField, viewField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { participantOf, storeField, storeFieldWithParticipant } from '../participants/assign-participant.ts'

/** A fraction of the page. */
const ROUNDING = 1e-6

export type FieldCreation = v.InferOutput<typeof CreateFieldSchema>

type NewFieldPlace = Pick<FieldCreation, 'x_relative' | 'y_relative' | 'width_relative' | 'height_relative'>

/** Clips rounding errors. @param refusal for a place beyond them */
export const clipToPage = (
  place: NewFieldPlace,
  refusal: string,
): Pick<StoredField, 'x' | 'y' | 'width' | 'height'> => {
  const { x_relative: x, y_relative: y, width_relative: width, height_relative: height } = place
  if (x + width > 1 + ROUNDING || y + height > 1 + ROUNDING) throw invalidInput('x_relative', refusal)
  return { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }
}

const place = (input: FieldCreation): Pick<StoredField, 'x' | 'y' | 'width' | 'height'> => {
  if (input.width_relative <= ROUNDING || input.height_relative <= ROUNDING)
    throw invalidInput('width_relative', 'El campo de firma necesita un tamaño.')
  return clipToPage(input, 'El campo de firma se sale de la página.')
}

/** @throws ApiError VALIDATION for a place outside of the page */
export const fieldRow = (input: FieldCreation, now: number): StoredField => ({
  id: newId(),
  document_id: input.user_file_id,
  participant_id: input.participant_id ?? newId(),
  alternate_id: null,
  position: 0,
  client_id: input.field_id,
  field_type: input.field_type,
  signer_name: input.signer_name,
  signer_email: input.signer_email,
  ...place(input),
  page: input.page,
  label: input.label,
  created_at: now,
  signed_at: null,
  signed_by_link_at: null,
  deleted_at: null,
  certificate_identification: null,
  turn: null,
  has_form: 0,
})

const isSame = (a: StoredField, b: StoredField): boolean =>
  a.field_type === b.field_type &&
  a.participant_id === b.participant_id &&
  a.page === b.page &&
  a.label === b.label &&
  a.x === b.x &&
  a.y === b.y &&
  a.width === b.width &&
  a.height === b.height

/** Returns the existing field for a retry. */
const checkAgainst = (
  document: StoredDocument,
  existing: readonly StoredField[],
  row: StoredField,
): StoredField | undefined => {
  const twin = existing.find((field) => field.client_id === row.client_id)
  if (twin !== undefined && isSame(twin, row)) return twin
  if (twin !== undefined) throw invalidInput('field_id', 'Ya hay un campo con ese identificador en el documento.')
  if (existing.some((field) => field.signed_at !== null)) throw new ApiError('DOCUMENT_FROZEN')
  if (row.page > document.pages) throw new ApiError('PAGE_OUT_OF_RANGE')
  if (existing.length >= FIELDS_PER_DOCUMENT_MAX)
    throw invalidInput('user_file_id', `Un documento puede tener hasta ${FIELDS_PER_DOCUMENT_MAX} campos de firma.`)
  return undefined
}

/** Deleted fields count, so that no position is used twice. */
export const nextPosition = async (db: ApiDatabase, documentId: number): Promise<number> => {
  const { last } = await db
    .selectFrom('fields')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

interface FieldInsertion {
  readonly userId: number
  readonly row: StoredField
  readonly now: number
  /** `participant_id` of the request. */
  readonly asked?: number | undefined
}

/** The participant keeps the spelling of its first field. */
const joining = (row: StoredField, { participant_id, signer_name, signer_email, turn }: StoredField): StoredField => ({
  ...row,
  participant_id,
  signer_name,
  signer_email,
  turn,
})

/**
 * In the caller's transaction and under the document's lock.
 *
 * @returns the stored field of an equal earlier request, if any
 */
export const insertField = async (
  db: ApiDatabase,
  { userId, row: stated, now, asked }: FieldInsertion,
): Promise<StoredField> => {
  const document = await ownDocument(db, userId, stated.document_id)
  checkNotCancelled(document)
  const fields = await fieldsOf(db, document.id)
  const known = participantOf(fields, stated, asked)
  const row = known === undefined ? stated : joining(stated, known)
  const twin = checkAgainst(document, fields, row)
  if (twin !== undefined) return twin
  const position = await nextPosition(db, document.id)
  await (known === undefined ? storeFieldWithParticipant : storeField)(db, { ...row, position })
  await refreshSearchText(db, document.id)
  await refreshWaiting(db, document.id)
  const data = { field: row.id, type: row.field_type, page: row.page }
  await appendEvent(db, document.id, { at: now, kind: 'field-created', actor: `user:${userId}`, data })
  return row
}

/** Idempotent; the document must be unsigned. */
export const createField = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents'>,
  userId: number,
  input: FieldCreation,
): Promise<SignatureField> => {
  if (input.field_type === 'SECONDARY' && input.signer_email === '')
    throw invalidInput('signer_email', 'Por favor ingresa el email del firmante')
  const { db, clock, locks, documentEvents } = services
  const now = clock()
  const row = fieldRow(input, now)
  // A pending signature has already written the fields.
  const field = await locks.run(row.document_id, () =>
    db
      .transaction()
      .execute((transaction) => insertField(transaction, { userId, row, now, asked: input.participant_id })),
  )
  documentEvents.publish(userId, { kind: 'changed', document_id: row.document_id })
  return viewField(field)
}

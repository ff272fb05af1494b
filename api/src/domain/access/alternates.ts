import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { AlternateTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument, type StoredDocument } from './document-access.ts'
import { fieldsOf, findField } from './find-field.ts'
import type { StoredField } from './view-field.ts'

export type StoredAlternate = Selectable<AlternateTable>

/** As they were added, without removed ones. Checks no permission. */
export const alternatesOf = (db: ApiDatabase, documentId: number): Promise<StoredAlternate[]> =>
  db
    .selectFrom('alternates')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

/** The field as the alternate signs it: with their name and address, in the same turn. */
export const asAlternate = (
  field: StoredField,
  { id, name, email }: Pick<StoredAlternate, 'id' | 'name' | 'email'>,
): StoredField => ({ ...field, alternate_id: id, signer_name: name, signer_email: email })

/**
 * The field once for each person who may sign it, its own signer first. After the signature there is one person: who
 * signed.
 */
export const fieldForEach = (
  field: StoredField,
  alternates: readonly StoredAlternate[],
): [StoredField, ...StoredField[]] => [
  field,
  ...alternates
    .filter(({ field_id }) => field.signed_at === null && field_id === field.id)
    .map((alternate) => asAlternate(field, alternate)),
]

/** All fields of a document, each once for each person who may sign it. */
export const fieldsForEach = async (db: ApiDatabase, documentId: number): Promise<StoredField[]> => {
  const alternates = await alternatesOf(db, documentId)
  return (await fieldsOf(db, documentId)).flatMap((field) => fieldForEach(field, alternates))
}

/** The field as one of its people signs it, also a removed one, and also after the signature of another. */
export const fieldAsPerson = async (
  db: ApiDatabase,
  field: StoredField,
  alternateId: number | null,
): Promise<StoredField> => {
  if (field.alternate_id === alternateId) return field
  if (alternateId !== null) {
    const alternate = db.selectFrom('alternates').selectAll().where('id', '=', alternateId)
    return asAlternate(field, await alternate.executeTakeFirstOrThrow())
  }
  const own = db.selectFrom('participants').select(['name', 'email']).where('id', '=', field.participant_id)
  const { name, email } = await own.executeTakeFirstOrThrow()
  return { ...field, alternate_id: null, signer_name: name, signer_email: email }
}

/** Of an owner's document. */
export interface AlternateRequest {
  readonly userId: number
  readonly documentId: number
  readonly alternateId: number
}

/** @returns the field as the alternate signs it. @throws ApiError NOT_FOUND, also for alternates of other documents */
export const ownAlternate = async (
  db: ApiDatabase,
  { userId, documentId, alternateId }: AlternateRequest,
): Promise<{ readonly document: StoredDocument; readonly field: StoredField }> => {
  const document = await ownDocument(db, userId, documentId)
  const alternate = (await alternatesOf(db, documentId)).find(({ id }) => id === alternateId)
  const field = alternate && (await findField(db, alternate.field_id))
  if (alternate === undefined || field === undefined) throw new ApiError('NOT_FOUND')
  return { document, field: asAlternate(field, alternate) }
}

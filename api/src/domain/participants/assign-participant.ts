import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { fieldsOf } from '../access/find-field.ts'
import { rowSignerKey } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import { type GroupedParticipant, statedParticipant } from './group-fields.ts'

const insertParticipant = async (
  db: ApiDatabase,
  { participant_id: id, document_id, signer_name: name, signer_email: email, turn }: StoredField,
): Promise<void> => {
  await db.insertInto('participants').values({ id, document_id, name, email, turn }).execute()
}

/** Without the columns of its participant. */
const fieldColumns = ({ signer_name: _, signer_email: _email, turn: _turn, ...columns }: StoredField) => columns

/** Stores a field whose participant is stored. */
export const storeField = async (db: ApiDatabase, field: StoredField): Promise<void> => {
  await db.insertInto('fields').values(fieldColumns(field)).execute()
}

/** Stores a field together with a new participant. */
export const storeFieldWithParticipant = async (db: ApiDatabase, field: StoredField): Promise<void> => {
  await insertParticipant(db, field)
  await storeField(db, field)
}

const askedParticipant = (fields: readonly StoredField[], row: StoredField, asked: number): StoredField => {
  const known = fields.find(({ participant_id }) => participant_id === asked)
  if (known === undefined) throw invalidInput('participant_id', 'Ese firmante no es de este documento.')
  if (rowSignerKey(known) !== rowSignerKey({ ...row, participant_id: asked }))
    throw invalidInput(
      'participant_id',
      'Ese firmante tiene otro nombre o email. Usa los suyos, o quita participant_id.',
    )
  return known
}

/**
 * Gives a new field the participant that was asked for, the first one with its name and address, or none yet.
 *
 * @param asked `participant_id` of the request
 * @throws ApiError VALIDATION for a participant of another document, or with another name or address
 */
export const participantOf = (
  fields: readonly StoredField[],
  row: StoredField,
  asked: number | undefined,
): StoredField | undefined =>
  asked === undefined ? statedParticipant(fields, row) : askedParticipant(fields, row, asked)

/** Signers have a field, also a deleted one. */
const dropUnused = async (db: ApiDatabase, documentId: number): Promise<void> => {
  await db
    .deleteFrom('participants')
    .where('document_id', '=', documentId)
    .where('kind', '=', 'firma')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('fields').select('participant_id').where('document_id', '=', documentId),
    )
    .execute()
}

const hasOneField = async (db: ApiDatabase, participantId: number): Promise<boolean> =>
  (await db.selectFrom('fields').select('id').where('participant_id', '=', participantId).limit(2).execute()).length ===
  1

/**
 * Passes one field to another signer, who signs in the same turn. Call it in the transaction that refreshes the
 * document's search text.
 *
 * @param changes what else becomes of the field
 * @returns the field as it is stored
 */
export const passField = async (
  db: ApiDatabase,
  field: StoredField,
  changes: Pick<StoredField, 'signer_name' | 'signer_email'> & Partial<Pick<StoredField, 'signed_by_link_at'>>,
): Promise<StoredField> => {
  const passed = { ...field, ...changes }
  const others = (await fieldsOf(db, field.document_id)).filter(
    ({ id, turn }) => id !== field.id && turn === field.turn,
  )
  const known = statedParticipant(others, passed)
  const isAlone = known === undefined && (await hasOneField(db, field.participant_id))
  const next = { ...passed, participant_id: known?.participant_id ?? (isAlone ? field.participant_id : newId()) }
  const { participant_id, signed_by_link_at, signer_name: name, signer_email: email } = next
  if (isAlone) await db.updateTable('participants').set({ name, email }).where('id', '=', participant_id).execute()
  else if (known === undefined) await insertParticipant(db, next)
  await db.updateTable('fields').set({ participant_id, signed_by_link_at }).where('id', '=', field.id).execute()
  await dropUnused(db, field.document_id)
  return next
}

/** Stores turns. In the caller's transaction and under the document's lock. */
export const storeTurns = async (
  db: ApiDatabase,
  documentId: number,
  participants: readonly GroupedParticipant[],
): Promise<void> => {
  for (const { id, turn, fields } of participants) {
    const participant_id = id ?? newId()
    if (id === undefined) await insertParticipant(db, { ...fields[0], participant_id, turn })
    else await db.updateTable('participants').set({ turn }).where('id', '=', id).execute()
    const ids = fields.map((field) => field.id)
    await db.updateTable('fields').set({ participant_id }).where('id', 'in', ids).execute()
  }
  await dropUnused(db, documentId)
}

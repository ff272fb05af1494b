import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fieldsOf } from './find-field.ts'
import { approvalsOf } from './find-participant.ts'
import { isTheirTurn, missingApprovals, type TurnFacts } from './turns.ts'
import type { StoredField } from './view-field.ts'

type Placed = Pick<StoredField, 'id' | 'document_id'>

/** Reads what decides about the turns of a document. */
export const readTurns = async (db: ApiDatabase, documentId: number): Promise<TurnFacts> => {
  const { signing_order: mode } = await db
    .selectFrom('documents')
    .select('signing_order')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { mode, fields: await fieldsOf(db, documentId), approvals: await approvalsOf(db, documentId) }
}

/** Checks order and approvals only. */
export const hasTurn = async (db: ApiDatabase, { id, document_id }: Placed): Promise<boolean> =>
  isTheirTurn(await readTurns(db, document_id), id)

const listOfNames = new Intl.ListFormat('es')

/**
 * A field of a public link, which is not stored yet, waits for all approvals.
 *
 * @throws ApiError NOT_YOUR_TURN, with the names of those whose approval is missing
 */
export const checkTurn = async (db: ApiDatabase, { id, document_id }: Placed): Promise<void> => {
  const turns = await readTurns(db, document_id)
  const missing = missingApprovals(turns, id)
  if (missing.length > 0)
    throw new ApiError('NOT_YOUR_TURN', {
      message: `Antes de firmar falta el visto bueno de ${listOfNames.format(missing)}. Podrás firmar cuando esté.`,
    })
  const isStored = turns.fields.some((field) => field.id === id)
  if (isStored && !isTheirTurn(turns, id)) throw new ApiError('NOT_YOUR_TURN')
}

import type { AddParticipantSchema } from 'shared/contract/participants'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { type FieldlessParticipant, findParticipant, participantsOf } from '../access/find-participant.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { AuditKind } from '../audit/kinds.ts'
import { participantAsInvited, targetFacts } from './invited-person.ts'

type Stated = Omit<v.InferOutput<typeof AddParticipantSchema>, 'kind'>

/** Leaves out details of other kinds. */
export const participantDetails = (kind: FieldlessParticipant['kind'], { name, email, note, ...given }: Stated) => ({
  name,
  email,
  note,
  copy_when: kind === 'copia' ? (given.copy_when ?? 'completed') : null,
  turn: kind === 'visto_bueno' ? (given.before_step ?? 1) : null,
})

export type ParticipantColumns = ReturnType<typeof participantDetails>

interface LoggedEdit {
  readonly kind: AuditKind & `participant-${string}`
  readonly row: FieldlessParticipant
  readonly userId: number
  readonly now: number
}

export const logParticipantEdit = async (db: ApiDatabase, { kind, row, userId, now }: LoggedEdit): Promise<void> => {
  const { document_id: documentId, name, email, turn } = row
  const facts = { ...targetFacts(participantAsInvited(row)), name, email }
  const data = turn === null || turn === 1 ? facts : { ...facts, step: turn }
  await appendEvent(db, documentId, { at: now, kind, actor: `user:${userId}`, data })
}

export interface NewParticipant {
  readonly userId: number
  readonly documentId: number
  readonly kind: FieldlessParticipant['kind']
  readonly details: ParticipantColumns
  readonly now: number
}

/** Checks nothing; the caller refreshes what depends on the document's people. */
export const storeParticipant = async (
  db: ApiDatabase,
  { userId, documentId, kind, details, now }: NewParticipant,
): Promise<FieldlessParticipant> => {
  const id = newId()
  const last = (await participantsOf(db, documentId)).at(-1)?.added_at ?? 0
  // Two within a millisecond keep their order.
  const added_at = Math.max(now, last + 1)
  await db
    .insertInto('participants')
    .values({ id, document_id: documentId, kind, ...details, added_at })
    .execute()
  const row = await findParticipant(db, id)
  if (row === undefined) throw new Error('the participant was not stored')
  await logParticipantEdit(db, { kind: 'participant-added', row, userId, now })
  return row
}

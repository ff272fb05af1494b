import type { Selectable } from 'kysely'
import type { ParticipantKind } from 'shared/contract/participants'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ParticipantTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { ownDocument, type StoredDocument } from './document-access.ts'
import type { Approval } from './turns.ts'

/** A participant without a field. */
export interface FieldlessParticipant extends Selectable<ParticipantTable> {
  readonly kind: ParticipantKind
}

const fieldlessParticipants = (db: ApiDatabase) =>
  db
    .selectFrom('participants')
    .selectAll()
    .where('kind', '<>', 'firma')
    .where('removed_at', 'is', null)
    .$narrowType<{ kind: ParticipantKind }>()

const inOrder = (participants: FieldlessParticipant[]): FieldlessParticipant[] =>
  participants.toSorted((a, b) => (a.added_at ?? 0) - (b.added_at ?? 0))

/** People without a field, as they were added, without removed ones. Checks no permission. */
export const participantsOf = (db: ApiDatabase, documentId: number): Promise<FieldlessParticipant[]> =>
  fieldlessParticipants(db).where('document_id', '=', documentId).execute().then(inOrder)

/** Checks no permission. */
export const findParticipant = (db: ApiDatabase, participantId: number): Promise<FieldlessParticipant | undefined> =>
  fieldlessParticipants(db).where('id', '=', participantId).executeTakeFirst()

/** Of an owner's document. */
export interface ParticipantRequest {
  readonly userId: number
  readonly documentId: number
  readonly participantId: number
}

/** @throws ApiError NOT_FOUND, also for participants of other documents */
export const ownParticipant = async (
  db: ApiDatabase,
  { userId, documentId, participantId }: ParticipantRequest,
): Promise<{ readonly document: StoredDocument; readonly participant: FieldlessParticipant }> => {
  const document = await ownDocument(db, userId, documentId)
  const participant = await findParticipant(db, participantId)
  if (participant === undefined || participant.document_id !== documentId) throw new ApiError('NOT_FOUND')
  return { document, participant }
}

/** The document is not complete before it. */
export const isAnswerMissing = ({ kind, answered_at }: FieldlessParticipant): boolean =>
  kind !== 'copia' && answered_at === null

/** What `stepsOf` needs to know of one approval. */
export const approvalOf = ({ turn, answered_at, name }: FieldlessParticipant): Approval => ({
  beforeStep: turn ?? 1,
  isGiven: answered_at !== null,
  name,
})

/** Approvals that signers wait for, given or not. */
export const approvalsOf = async (db: ApiDatabase, documentId: number): Promise<Approval[]> =>
  (await participantsOf(db, documentId)).filter(({ kind }) => kind === 'visto_bueno').map(approvalOf)

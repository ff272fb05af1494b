import type { QuestionThread } from 'shared/contract/questions'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { closedBecause, invitationsWithFacts } from '../access/invitation-access.ts'
import type { InvitationRow } from '../invitations/find-invitation.ts'
import type { InvitedPerson } from '../participants/invited-person.ts'
import { messagesByThread, type StoredMessage, type StoredThread, viewMessage } from './threads.ts'

/** A person with an invitation that opens the document now, before or after the answer. */
export interface ReachableReader extends Pick<InvitedPerson, 'target' | 'role'> {
  readonly invitation: InvitationRow
  /** False also if another of those who may sign was first. */
  readonly canSign: boolean
}

/** By `invitedSignerKey`; the newest invitation of each person whose turn has come, if any. */
export const readersOf = async (
  db: ApiDatabase,
  documentId: number,
  now: number,
): Promise<ReadonlyMap<string, ReachableReader>> => {
  const rows = await invitationsWithFacts(db)
    .select('participants.kind as role')
    // Of an alternate their own: the answer holds the link of the person who asked.
    .select((eb) => eb.fn.coalesce('alternates.email', 'participants.email').as('signer_email'))
    .where('invitations.document_id', '=', documentId)
    .where('participants.kind', '<>', 'copia')
    .orderBy('invitations.created_at')
    .execute()
  const open = rows.filter((row) => closedBecause(row, now) === undefined)
  // An unanswered invitation is more useful than an answered one.
  const inOrder = [...open.filter(({ used_at }) => used_at !== null), ...open.filter(({ used_at }) => used_at === null)]
  return new Map(
    inOrder.map((row) => [
      invitedSignerKey({ name: row.signer_name, email: row.signer_email }),
      {
        invitation: row,
        target: { field_id: row.field_id, participant_id: row.participant_id, alternate_id: row.alternate_id },
        role: row.role,
        canSign: row.field_id !== null && row.field_signed_at === null,
      },
    ]),
  )
}

export const viewThread = (
  { id, name, email, unanswered }: StoredThread,
  messages: readonly StoredMessage[],
  canAnswer: boolean,
): QuestionThread => ({
  id,
  name,
  email,
  unanswered,
  can_answer: canAnswer,
  messages: messages.map(viewMessage),
})

/** For the document's owner, also after the document ended. @throws ApiError NOT_FOUND */
export const listQuestions = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<QuestionThread[]> => {
  await ownDocument(db, userId, documentId)
  const threads = await db
    .selectFrom('question_threads')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('started_at')
    .execute()
  const readers = await readersOf(db, documentId, clock())
  const messages = await messagesByThread(db, documentId)
  return threads.map((thread) => viewThread(thread, messages.get(thread.id) ?? [], readers.has(thread.person_key)))
}

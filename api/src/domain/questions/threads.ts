import type { Selectable } from 'kysely'
import type { ThreadMessage } from 'shared/contract/questions'
import { invitedSignerKey } from 'shared/contract/signing-order'
import { hashHex } from 'shared/server'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { QuestionMessageTable, QuestionThreadTable } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import { newToken } from '../../platform/tokens.ts'
import type { InvitedPerson } from '../participants/invited-person.ts'
import { type NumberedMessage, unansweredIn } from './thread-rules.ts'

export type StoredThread = Selectable<QuestionThreadTable>
export type StoredMessage = Selectable<QuestionMessageTable>

/** Undefined before the person's first question. */
export const threadOf = (
  db: ApiDatabase,
  { documentId, name, email }: Pick<InvitedPerson, 'documentId' | 'name' | 'email'>,
): Promise<StoredThread | undefined> =>
  db
    .selectFrom('question_threads')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('person_key', '=', invitedSignerKey({ name, email }))
    .executeTakeFirst()

export const beginQuestions = async (
  db: ApiDatabase,
  { documentId, name, email }: Pick<InvitedPerson, 'documentId' | 'name' | 'email'>,
  now: number,
): Promise<StoredThread> => {
  const thread = {
    id: newId(),
    document_id: documentId,
    person_key: invitedSignerKey({ name, email }),
    name,
    email,
    started_at: now,
    unanswered: 0,
  }
  await db.insertInto('question_threads').values(thread).execute()
  return thread
}

/** Oldest first. */
export const messagesOf = (db: ApiDatabase, threadId: number): Promise<StoredMessage[]> =>
  db.selectFrom('question_messages').selectAll().where('thread_id', '=', threadId).orderBy('number').execute()

/** Of all threads of a document, by thread; oldest first. */
export const messagesByThread = async (
  db: ApiDatabase,
  documentId: number,
): Promise<ReadonlyMap<number, readonly StoredMessage[]>> => {
  const messages = db.selectFrom('question_messages').selectAll().where('document_id', '=', documentId)
  return Map.groupBy(await messages.orderBy('number').execute(), ({ thread_id }) => thread_id)
}

/** SHA-256, hexadecimal, over `<salt>\n<text>`. The log keeps it: without the salt nothing can be tried against it. */
export const messageHash = ({ salt, text }: Pick<StoredMessage, 'salt' | 'text'>): string => hashHex(`${salt}\n${text}`)

/** @returns what the log says of the message */
export const storeMessage = async (
  db: ApiDatabase,
  { id, document_id }: StoredThread,
  { messages, message, now }: { messages: readonly NumberedMessage[]; message: NumberedMessage; now: number },
): Promise<{ readonly message: number; readonly message_sha256: string }> => {
  const salt = newToken()
  const row = { ...message, thread_id: id, document_id, salt, written_at: now }
  await db.insertInto('question_messages').values(row).execute()
  const unanswered = unansweredIn([...messages, message])
  await db.updateTable('question_threads').set({ unanswered }).where('id', '=', id).execute()
  return { message: message.number, message_sha256: messageHash(row) }
}

/** As both people see it. */
export const viewMessage = ({ number, author, text, written_at }: StoredMessage): ThreadMessage => ({
  number,
  by: author,
  text,
  at: toInstant(written_at),
})

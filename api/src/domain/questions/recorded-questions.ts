import { invitedSignerKey } from 'shared/contract/signing-order'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { messageHash } from './threads.ts'

interface Person {
  readonly name: string
  readonly email: string
}

/**
 * For copies of personal data, with what proves a text against the log.
 * @param person undefined for all people of the document
 */
export const questionsFrom = async (db: ApiDatabase, documentId: number, person?: Person) => {
  const key = person && invitedSignerKey(person)
  const rows = await db
    .selectFrom('question_messages')
    .innerJoin('question_threads', 'question_threads.id', 'question_messages.thread_id')
    .selectAll('question_messages')
    .select(['question_threads.person_key', 'question_threads.name', 'question_threads.email'])
    .where('question_messages.document_id', '=', documentId)
    .orderBy('question_threads.started_at')
    .orderBy('question_messages.number')
    .execute()
  return rows
    .filter(({ person_key }) => key === undefined || person_key === key)
    .map((row) => ({
      persona: row.name,
      email: row.email,
      mensaje: row.number,
      de: row.author === 'guest' ? 'quien pregunta' : 'quien envió el documento',
      texto: row.text,
      sal: row.salt,
      sha256: row.text === '' ? null : messageHash(row),
      fecha: toInstant(row.written_at),
    }))
}

/**
 * Removes the person's thread, and texts to others that name them. The log keeps hashes, which say nothing without
 * their salts.
 * @param names whether a text names the person
 */
export const forgetQuestions = async (
  db: ApiDatabase,
  { documentId, ...person }: Person & { readonly documentId: number },
  names: (text: string) => boolean,
): Promise<void> => {
  const key = invitedSignerKey(person)
  const threads = await db
    .selectFrom('question_threads')
    .select(['id', 'person_key'])
    .where('document_id', '=', documentId)
    .execute()
  for (const { id } of threads.filter(({ person_key }) => person_key === key)) {
    await db.deleteFrom('question_messages').where('thread_id', '=', id).execute()
    await db.deleteFrom('question_threads').where('id', '=', id).execute()
  }
  const others = await db
    .selectFrom('question_messages')
    .select(['thread_id', 'number', 'text'])
    .where('document_id', '=', documentId)
    .execute()
  for (const { thread_id, number, text } of others)
    if (names(text))
      await db
        .updateTable('question_messages')
        .set({ text: '', salt: '' })
        .where('thread_id', '=', thread_id)
        .where('number', '=', number)
        .execute()
}

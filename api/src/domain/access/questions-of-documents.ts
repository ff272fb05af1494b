import { sql } from 'kysely'
import type { UserFile } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

type Counts = Required<Pick<UserFile, 'questions'>>

const NONE: Counts = { questions: { threads: 0, unanswered: 0 } }

/** Counts of documents that have questions, by document. A person without a link cannot read an answer. */
export const questionsOfDocuments = async (
  db: ApiDatabase,
  documentIds: readonly number[],
): Promise<Map<number, Counts>> => {
  const threads = await db
    .selectFrom('question_threads')
    .select(['question_threads.document_id', 'unanswered'])
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .whereRef('invitations.document_id', '=', 'question_threads.document_id')
        .where(sql<boolean>`lower(invitations.email) = lower(question_threads.email)`)
        .where('invitations.revoked_at', 'is', null)
        .where('invitations.declined_at', 'is', null)
        .select((links) => links.fn.countAll().as('count'))
        .as('links'),
    )
    .where('question_threads.document_id', 'in', documentIds)
    .execute()
  const counts = new Map<number, Counts>()
  for (const { document_id: id, unanswered, links } of threads) {
    const { questions } = counts.get(id) ?? NONE
    const more = Number(links) > 0 ? unanswered : 0
    counts.set(id, { questions: { threads: questions.threads + 1, unanswered: questions.unanswered + more } })
  }
  return counts
}

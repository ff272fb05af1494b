import type { ApiDatabase } from '../../../src/platform/database/open-database.ts'
import { demand } from '../violation.ts'
import { SET_DOCUMENTS, type SetAnswer } from './record-set.ts'
import { CLOCK_STEP } from './timed-answers.ts'

interface SetDocument {
  readonly id: number
  readonly sending_id: number | null
}

const examineSending = async (db: ApiDatabase, sending: number | null, documents: readonly SetDocument[]) => {
  demand(documents.length === SET_DOCUMENTS, `sending ${sending} has ${documents.length} documents`)
  const ids = documents.map(({ id }) => id)
  const signatures = await db.selectFrom('signatures').select('field_id').where('document_id', 'in', ids).execute()
  demand([0, SET_DOCUMENTS].includes(signatures.length), `an act left ${signatures.length} signatures`)
  const mails = db.selectFrom('outbox').select('to_key').where('document_id', 'in', ids)
  const ends = (await mails.where('kind', '=', 'document-completed').execute()).map(({ to_key }) => to_key)
  demand(new Set(ends).size === ends.length, `the end of sending ${sending} is mailed again to one of ${ends}`)
}

/**
 * Sendings are whole: each has all of its documents, with all signatures of an act or none; a row made one at most. Each
 * document is examined by `examineRecords`.
 * @throws Violation
 */
export const examineSets = async (db: ApiDatabase): Promise<void> => {
  const all = await db
    .selectFrom('documents')
    .select(['id', 'sending_id'])
    .where('sending_id', 'is not', null)
    .execute()
  for (const [sending, documents] of Map.groupBy(all, ({ sending_id }) => sending_id))
    await examineSending(db, sending, documents)
  const rows = await db.selectFrom('bulk_rows').select(['document_id', 'state']).execute()
  const made = rows.flatMap(({ document_id }) => document_id ?? [])
  demand(new Set(made).size === made.length, `two rows made one of the documents ${made}`)
  for (const { state, document_id } of rows)
    demand(state !== 'sent' || all.some(({ id }) => id === document_id), `a row is ${state} without its document`)
  const uses = await db.selectFrom('template_uses').select('document_id').execute()
  const used = uses.filter(({ document_id }) => all.some(({ id }) => id === document_id)).length
  demand(used <= SET_DOCUMENTS * rows.length, `${used} documents of ${rows.length} rows`)
}

/** @param time of the cut, in milliseconds. @throws Violation if an answer before it is lost */
export const examineSetAnswers = async (
  db: ApiDatabase,
  answers: readonly SetAnswer[],
  time: number,
): Promise<void> => {
  for (const { name, time: noted, holds } of answers)
    if (noted + CLOCK_STEP <= time) demand(await holds(db), `${name} was answered, and is gone`)
}

export const jobsEnded = async (db: ApiDatabase): Promise<boolean> =>
  (await db.selectFrom('bulk_jobs').select('id').where('state', '=', 'pending').executeTakeFirst()) === undefined

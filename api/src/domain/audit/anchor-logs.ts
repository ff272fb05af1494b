import { BEFORE_THE_FIRST, batchText, hashTree, leafText } from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { LogBatchTable } from '../../platform/database/schema.ts'
import type { ApiServices } from '../../platform/services.ts'
import { judgeSignature, logAuthorityOf } from './log-authority.ts'

export type AnchorServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'adminLog' | 'timeStamps'>

/** No document has this id. */
const ANCHOR_LOCK = -2
/** Heads under one time stamp; more follow with the next tick. */
const BATCH_MAX = 5000

/** Heads with unstamped entries, oldest first. */
const findHeads = (db: ApiDatabase, documentIds: readonly number[] | undefined) => {
  const due = db
    .selectFrom('log_heads')
    .selectAll()
    .whereRef('number', '>', 'anchored')
    .orderBy('signed_at')
    .limit(BATCH_MAX)
  return (documentIds === undefined ? due : due.where('document_id', 'in', documentIds)).execute()
}

type Head = Awaited<ReturnType<typeof findHeads>>[number]
type Made = { readonly batch: LogBatchTable; readonly heads: readonly Head[]; readonly paths: readonly string[] }

const makeBatch = async ({ db, clock, timeStamps }: AnchorServices, heads: readonly Head[]): Promise<Made> => {
  const last = await db.selectFrom('log_batches').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
  const { root, paths } = await hashTree(
    heads.map((head) => hashHex(leafText(head))),
    hashHex,
  )
  const batch = {
    number: (last?.number ?? 0) + 1,
    previous: last === undefined ? BEFORE_THE_FIRST : hashHex(batchText(last)),
    root,
    documents: heads.length,
    made_at: clock(),
  }
  const text = batchText(batch)
  const { token } = await timeStamps.stamp(Buffer.from(hashHex(text), 'hex'))
  const signed = { ...batch, ...logAuthorityOf(db).keys.sign(text), token: Buffer.from(token).toString('base64') }
  return { batch: signed, heads, paths: paths.map((path) => JSON.stringify(path)) }
}

const storeBatch = async (transaction: ApiDatabase, { batch, heads, paths }: Made): Promise<void> => {
  await transaction.insertInto('log_batches').values(batch).execute()
  for (const [index, { document_id, number, hash }] of heads.entries()) {
    const path = paths[index] ?? '[]'
    await transaction
      .insertInto('log_anchors')
      .values({ document_id, number, hash, batch: batch.number, path })
      .execute()
    await transaction
      .updateTable('log_heads')
      .set({ anchored: number })
      .where('document_id', '=', document_id)
      .execute()
  }
}

/**
 * Time-stamps the heads of logs with new entries: one stamp over a hash tree, so that an authority is asked once.
 * Under one lock, because batches are numbered.
 *
 * @param documentIds only these; undefined: all that have new entries
 * @returns how many heads were stamped
 */
export const anchorLogs = (services: AnchorServices, documentIds?: readonly number[]): Promise<number> =>
  services.locks.run(ANCHOR_LOCK, async () => {
    const { db } = services
    const { keys } = logAuthorityOf(db)
    const found = await findHeads(db, documentIds)
    // A forged head gets no time stamp.
    const heads = found
      .filter((head) => judgeSignature(keys, head) === undefined)
      .sort((a, b) => a.document_id - b.document_id)
    if (heads.length === 0) return 0
    const made = await makeBatch(services, heads)
    await db.transaction().execute((transaction) => storeBatch(transaction, made))
    const { number: batch, root, documents } = made.batch
    services.adminLog.record({ event: 'logs-anchored', batch, root, documents })
    return heads.length
  })

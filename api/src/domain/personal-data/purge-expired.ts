import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../platform/database/open-database.ts'
import { askRemoval } from './stored-bytes.ts'

/**
 * Deletes old finished mails without a document, and expired
 * limits, requests and codes, which contain addresses.
 * @returns the number of mails
 */
export const purgeExpired = (
  db: Db,
  { before, now }: { readonly before: number; readonly now: number },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const mails = await transaction
      .deleteFrom('outbox')
      .where('document_id', 'is', null)
      .where('state', '!=', 'pending')
      .where('created_at', '<=', before)
      .returning('attachment_sha256')
      .execute()
    const attachments = mails.flatMap(({ attachment_sha256 }) => attachment_sha256 ?? [])
    await askRemoval(transaction, attachments, now)
    await transaction
      .deleteFrom('attempt_counts')
      .where('ends_at', '<=', now)
      .where('paused_until', '<=', now)
      .execute()
    await transaction.deleteFrom('reset_requests').where('expires_at', '<=', now).execute()
    await transaction.deleteFrom('link_codes').where('expires_at', '<=', now).execute()
    return mails.length
  })

const MAIL_FILE = /-(\d+)\.eml(?:\.unfinished)?$/

/**
 * Removes files of deleted mails; only installations without SMTP
 * have any.
 */
export const purgeMailFolder = async (db: Db, folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const id = MAIL_FILE.exec(name)?.[1]
    if (id === undefined) continue
    const mail = await db.selectFrom('outbox').select('id').where('id', '=', Number(id)).executeTakeFirst()
    if (mail === undefined) await rm(join(folder, name), { force: true })
  }
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { eraseBulkJobs } from '../jobs/bulk-jobs.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'

/** Milliseconds after the last invitation: two years. */
const CONTACT_KEPT = 730 * DAY_MS
/** Milliseconds; deliveries hold names and addresses. */
const WEBHOOK_LOG_LIFE = 30 * DAY_MS

/**
 * Deletes old finished mails without a document, resting bulk jobs,
 * and expired limits, requests, codes and contacts.
 * @returns the number of mails
 */
export const purgeExpired = (
  db: ApiDatabase,
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
    await transaction
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<=', now - WEBHOOK_LOG_LIFE)
      .execute()
    for (const table of ['link_codes', 'kept_replies', 'client_access_tokens', 'address_confirmations'] as const)
      await transaction.deleteFrom(table).where('expires_at', '<=', now).execute()
    await transaction
      .deleteFrom('contacts')
      .where('last_used_at', '<=', now - CONTACT_KEPT)
      .execute()
    await eraseBulkJobs(transaction, (job) => job.where('worked_at', '<=', before).where('state', '!=', 'pending'))
    return mails.length
  })

/** The outbox folder of installations without SMTP. */
const MAIL_FILE = /-(\d+)\.eml(?:\.unfinished)?$/

const mailIdOf = (name: string): number => Number(MAIL_FILE.exec(name)?.[1])

/** Below the parameters that the databases allow per query. */
const IDS_AT_ONCE = 1_000

const storedMails = async (db: ApiDatabase, ids: readonly number[]): Promise<Set<number>> => {
  const stored = new Set<number>()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE)
    const rows = await db.selectFrom('outbox').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) stored.add(id)
  }
  return stored
}

/**
 * Removes files of deleted mails; only installations without SMTP
 * have any.
 */
export const purgeMailFolder = async (db: ApiDatabase, folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => Number.isSafeInteger(mailIdOf(name)))
  const stored = await storedMails(db, mails.map(mailIdOf))
  for (const name of mails) if (!stored.has(mailIdOf(name))) await rm(join(folder, name), { force: true })
}

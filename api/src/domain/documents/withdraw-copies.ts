import { isUnclaimed } from '../../platform/database/claim-job.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { entitledRecipient } from '../access/document-access.ts'
import { logMail } from '../mail/log-mail.ts'

const isEntitled = async (db: ApiDatabase, documentId: number, address: string, now: number): Promise<boolean> => {
  try {
    await entitledRecipient(db, documentId, { key: emailKey(address), now })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Call it in the transaction that revokes access. */
export const withdrawCopies = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  const pending = await transaction
    .selectFrom('outbox')
    .select(['id', 'kind', 'document_id', 'to_address'])
    .where('document_id', '=', documentId)
    .where('kind', '=', 'document-copy')
    .where('state', '=', 'pending')
    .where(isUnclaimed(now))
    .execute()
  for (const mail of pending) {
    if (await isEntitled(transaction, documentId, mail.to_address, now)) continue
    await transaction.updateTable('outbox').set({ state: 'withdrawn' }).where('id', '=', mail.id).execute()
    await logMail(transaction, 'mail-withdrawn', mail, now)
  }
}

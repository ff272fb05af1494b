import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { trustedSources } from '../../platform/http/limits.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { eraseBulkJobs } from '../jobs/bulk-jobs.ts'
import { forgetTemplates } from '../templates/change-template.ts'
import { forgetEndpoints } from '../webhooks/endpoints.ts'
import { resetRequestsOf } from './reset-requests.ts'

/** Everything that opens the account or acts for it. At the deletion, not at the erasure: access ends at once. */
export const forgetCredentials = async (db: ApiDatabase, userId: number): Promise<void> => {
  const endpoints = await db.selectFrom('webhook_endpoints').select('id').where('user_id', '=', userId).execute()
  await forgetEndpoints(
    db,
    endpoints.map(({ id }) => id),
  )
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  for (const table of ['access_tokens', 'refresh_tokens', 'identity_proofs', 'auth_challenges'] as const)
    await db.deleteFrom(table).where('session_id', 'in', sessions).execute()
  for (const table of [
    'auth_challenges',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'program_tokens',
    'embedding_origins',
    'kept_replies',
    'familiar_devices',
    'email_confirmations',
    'email_changes',
    'account_addresses',
    'address_confirmations',
    'reset_codes',
    'saved_signatures',
    'contacts',
    'tags',
  ] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Login limits contain addresses (`accounts/login/login-guard.ts`). */
const forgetAddresses = async (db: ApiDatabase, usernameKey: string): Promise<void> => {
  const name = usernameKey.replace(/[\\%_]/g, '\\$&')
  const pattern = `${trustedSources.familiarAddress.name} % ${name}`
  await db.deleteFrom('attempt_counts').where(sql<boolean>`key like ${pattern} escape '\\'`).execute()
}

/** Uploads that finished during the deletion. */
const deleteStragglers = async (db: ApiDatabase, userId: number, now: number): Promise<number> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of rows) await markDeleted(db, { userId, documentId: id, now })
  return rows.length
}

/**
 * Erases a deleted account after all its documents and frees its
 * username.
 * @returns whether it was erased now
 */
export const eraseAccount = (db: ApiDatabase, userId: number, now: number): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await deleteStragglers(transaction, userId, now)
    const user = await transaction
      .selectFrom('users')
      .select(['email', 'username_key'])
      .where('id', '=', userId)
      .where('deleted_at', 'is not', null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('documents').select('id').where('owner_id', '=', userId))))
      .executeTakeFirst()
    if (user === undefined) return false
    await forgetCredentials(transaction, userId)
    await forgetTemplates(transaction, userId, now)
    await eraseBulkJobs(transaction, (job) => job.where('owner_id', '=', userId))
    await resetRequestsOf(transaction, user.email)
    await forgetAddresses(transaction, user.username_key)
    for (const table of ['security_events', 'sessions'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
    await transaction.deleteFrom('upload_keys').where('owner_id', '=', userId).execute()
    await transaction.deleteFrom('users').where('id', '=', userId).execute()
    return true
  })

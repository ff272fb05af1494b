import { ApiError } from '../../../platform/http/api-error.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { dropFactorsSince } from '../second-factors/factors.ts'
import { forgetDevices } from '../users/familiar-device.ts'
import { findAccount } from '../users/find-user.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { hashPassword } from '../users/password.ts'
import { dropAddressesSince, forgetAsOther, provenMainAt } from '../users/proven-addresses.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { endAllSessions } from '../users/sessions.ts'

/**
 * Restores the previous address. Ends all sessions, program tokens and webhooks, disables the
 * password, which the attacker knew, and removes newer second
 * factors and other addresses.
 * @throws ApiError EMAIL_LINK_INVALID
 */
export const undoEmailChange = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  token: string,
): Promise<{ success: boolean; email: string }> => {
  // A discarded random value matches no password.
  const unusable = await hashPassword(newToken())
  const email = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const change = await transaction
      .selectFrom('email_changes')
      .selectAll()
      .where('undo_hash', '=', hashToken(token))
      .where('undo_until', '>', now)
      .executeTakeFirst()
    if (change === undefined) throw new ApiError('EMAIL_LINK_INVALID')
    const { user_id: userId, old_email: old, changed_at } = change
    await transaction
      .deleteFrom('email_changes')
      .where('user_id', '=', userId)
      .where('changed_at', '>=', changed_at)
      .execute()
    await transaction.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
    await dropAddressesSince(transaction, userId, changed_at)
    await forgetAsOther(transaction, { userId, email: old })
    const email_verified_at = await provenMainAt(transaction, { userId, email: old }, now)
    await transaction
      .updateTable('users')
      .set({ email: old, email_key: emailKey(old), email_verified_at, password_hash: unusable })
      .where('id', '=', userId)
      .execute()
    await dropFactorsSince(transaction, userId, changed_at)
    await forgetDevices(transaction, userId)
    const endpoints = transaction.selectFrom('webhook_endpoints').select('id').where('user_id', '=', userId)
    await transaction.deleteFrom('webhook_deliveries').where('endpoint_id', 'in', endpoints).execute()
    await transaction.deleteFrom('webhook_endpoints').where('user_id', '=', userId).execute()
    for (const table of ['program_tokens', 'embedding_origins'] as const)
      await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
    await endAllSessions(transaction, userId, 'email-undone', now)
    await noteSecurityEvent(transaction, { userId, kind: 'email-change-undone', detail: old, now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se deshizo el cambio de email', publicUrl, now })
    return old
  })
  wakeMailWorker()
  return { success: true, email }
}

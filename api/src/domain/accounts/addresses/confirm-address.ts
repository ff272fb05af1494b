import type { OtherAddress } from 'shared/contract/accounts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { rateLimits } from '../../../platform/http/limits.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findAccount } from '../users/find-user.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { isProvenElsewhere } from '../users/proven-addresses.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { viewConfirmed } from './manage-addresses.ts'

type Confirming = Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>

/**
 * Needs the link and a session of the account that asked for it: a stranger cannot make the reader of a mailbox give
 * away the mailbox's invitations. A refused link keeps working until it expires, because the failed transaction undoes
 * its use.
 *
 * @throws ApiError EMAIL_LINK_INVALID, EMAIL_OF_OTHER_ACCOUNT, RATE_LIMITED
 */
export const confirmAddress = async (
  { db, clock, wakeMailWorker, publicUrl }: Confirming,
  limiter: RateLimiter,
  { userId }: SessionActor,
  token: string,
): Promise<OtherAddress> => {
  await limiter.hit(rateLimits.confirmAddressByAccount, String(userId))
  const confirmed = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const pending = await transaction
      .deleteFrom('address_confirmations')
      .where('token_hash', '=', hashToken(token))
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (pending === undefined) throw new ApiError('EMAIL_LINK_INVALID')
    const { id, address_key, email } = pending
    if (await isProvenElsewhere(transaction, { userId, email })) throw new ApiError('EMAIL_OF_OTHER_ACCOUNT')
    const row = { id, address_key, user_id: userId, email, confirmed_at: now }
    const added = await transaction
      .insertInto('account_addresses')
      .values(row)
      // Another account confirmed it at the same moment.
      .onConflict((conflict) => conflict.column('address_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added === undefined) throw new ApiError('EMAIL_OF_OTHER_ACCOUNT')
    await noteSecurityEvent(transaction, { userId, kind: 'address-added', detail: email, now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se agregó otra dirección de correo', publicUrl, now })
    return row
  })
  wakeMailWorker()
  return viewConfirmed(confirmed)
}

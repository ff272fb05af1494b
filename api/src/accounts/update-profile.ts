import type { Selectable } from 'kysely'
import type { User } from 'shared/contract'
import type { ProfileDetailSchema } from 'shared/contract/accounts'
import type * as v from 'valibot'
import type { UserTable } from '../database/schema.ts'
import { ApiError } from '../http/api-error.ts'
import { limits } from '../http/limits.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { emailChangedMessage } from '../mail/templates/email-changed.ts'
import type { Services } from '../services.ts'
import { emailKey, fullName } from './identity.ts'
import { viewUser } from './view-user.ts'

type Changes = v.InferOutput<typeof ProfileDetailSchema>
type Row = Selectable<UserTable>

const merge = (user: Row, { profile, ...changes }: Changes): Row => {
  const email = changes.email ?? user.email
  return { ...user, ...changes, ...profile, email, email_key: emailKey(email) }
}

/**
 * Changes what is given and leaves the rest. The address that was given up hears of it: whoever took over a session
 * cannot move the account away unnoticed.
 * @throws ApiError SESSION_EXPIRED when the account is gone, RATE_LIMITED for too many addresses
 */
export const updateProfile = async (
  { db, clock, nudgeMail }: Pick<Services, 'db' | 'clock' | 'nudgeMail'>,
  limiter: RateLimiter,
  userId: number,
  changes: Changes,
): Promise<User> => {
  const changed = await db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (user === undefined) throw new ApiError('SESSION_EXPIRED')
    const { id, ...next } = merge(user, changes)
    await transaction.updateTable('users').set(next).where('id', '=', id).execute()
    if (next.email_key !== user.email_key) {
      await limiter.hit(limits.changeEmailByAccount, String(userId))
      const now = clock()
      const to = { name: fullName(user), address: user.email }
      const message = emailChangedMessage({ username: user.username, changedAt: now })
      await enqueueMail(transaction, { kind: 'email-changed', documentId: null, to, message }, now)
    }
    return { id, ...next }
  })
  nudgeMail()
  return viewUser(changed)
}

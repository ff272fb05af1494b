import type { SessionReply } from 'shared/contract'
import type { LoginSchema } from 'shared/contract/accounts'
import type * as v from 'valibot'
import { ApiError } from '../../../platform/http/api-error.ts'
import { usernameKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { enterAfterPassword, sessionOf } from '../second-factors/second-step.ts'
import { verifyNobody, verifyPassword } from '../users/password.ts'
import { noteSecurityEvent } from '../users/security-log.ts'

/**
 * Unknown names cost the same work as wrong passwords.
 * @throws ApiError INVALID_CREDENTIALS, SECOND_FACTOR_NEEDED
 */
export const logInUser = async (
  { db, clock, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'publicUrl'>,
  credentials: v.InferOutput<typeof LoginSchema>,
): Promise<SessionReply> => {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', usernameKey(credentials.username))
    .executeTakeFirst()
  const known =
    user === undefined
      ? await verifyNobody(credentials.password)
      : await verifyPassword(credentials.password, user.password_hash)
  if (user === undefined || !known) throw new ApiError('INVALID_CREDENTIALS')
  const entry = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const entered = await enterAfterPassword(transaction, user, publicUrl, now)
    if (entered.kind === 'session') await noteSecurityEvent(transaction, { userId: user.id, kind: 'logged-in', now })
    return entered
  })
  return sessionOf(entry)
}

import type { Selectable } from 'kysely'
import type { SessionReply } from 'shared/contract'
import type { PasswordResetConfirmSchema } from 'shared/contract/accounts'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { UserTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { emailKey, fullName } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordChangedMessage } from '../../mail/templates/password-changed.ts'
import { enterAfterPassword, type LoginStep, sessionOf } from '../second-factors/second-step.ts'
import { RESET_ATTEMPTS_MAX } from '../users/constants.ts'
import { forgetEmailChange } from '../users/email-confirmations.ts'
import { forgetDevices } from '../users/familiar-device.ts'
import { hashPassword } from '../users/password.ts'
import { provenMainAt } from '../users/proven-addresses.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { endAllSessions } from '../users/sessions.ts'

type User = Selectable<UserTable>
type Confirmation = v.InferOutput<typeof PasswordResetConfirmSchema>

interface Code {
  readonly requestId: number
  readonly hash: string
  readonly emailKey: string
}

/** No row has this id; equalises timing. */
const NO_REQUEST = 0

const claimAttempt = async (db: ApiDatabase, key: string, now: number): Promise<number> => {
  const request = await db
    .updateTable('reset_requests')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('email_key', '=', key)
    .where('expires_at', '>', now)
    .where('attempts', '<', RESET_ATTEMPTS_MAX)
    .returning('id')
    .executeTakeFirst()
  return request?.id ?? NO_REQUEST
}

/** The account must still have the address. */
const findOwner = (db: ApiDatabase, { requestId, hash, emailKey: key }: Code): Promise<User | undefined> =>
  db
    .selectFrom('reset_codes')
    .innerJoin('users', 'users.id', 'reset_codes.user_id')
    .selectAll('users')
    .where('reset_codes.request_id', '=', requestId)
    .where('reset_codes.code_hash', '=', hash)
    .where('users.email_key', '=', key)
    .executeTakeFirst()

/** False if it was used or replaced. */
const useCode = async (db: ApiDatabase, { requestId, hash }: Code): Promise<boolean> => {
  const used = await db
    .deleteFrom('reset_codes')
    .where('request_id', '=', requestId)
    .where('code_hash', '=', hash)
    .where('request_id', 'in', (eb) => eb.selectFrom('reset_requests').select('id'))
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

const changePassword = async (
  db: ApiDatabase,
  { user, passwordHash, publicUrl, now }: { user: User; passwordHash: string; publicUrl: string; now: number },
): Promise<LoginStep> => {
  // The code proves access to the mailbox.
  const proven = user.email_verified_at ?? (await provenMainAt(db, { userId: user.id, email: user.email }, now))
  const change = { password_hash: passwordHash, email_verified_at: proven }
  await db.updateTable('users').set(change).where('id', '=', user.id).execute()
  await endAllSessions(db, user.id, 'password-reset', now)
  await forgetEmailChange(db, user.id)
  await forgetDevices(db, user.id)
  await noteSecurityEvent(db, { userId: user.id, kind: 'password-reset', now })
  const to = { name: fullName(user), address: user.email }
  const message = passwordChangedMessage({ username: user.username, changedAt: now, publicUrl })
  await enqueueMail(db, { kind: 'password-changed', documentId: null, to, message }, now)
  return enterAfterPassword(db, user, publicUrl, now)
}

/**
 * Sets a new password, ends all sessions and opens one. Every
 * failure has the same answer and timing, to hide accounts.
 * @throws ApiError RESET_CODE_INVALID, SECOND_FACTOR_NEEDED after
 * the password changed
 */
export const confirmReset = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'resetCodes' | 'wakeMailWorker' | 'publicUrl'>,
  { email, code: typed, new_password }: Confirmation,
): Promise<SessionReply> => {
  const { db, clock, resetCodes, wakeMailWorker, publicUrl } = services
  const key = emailKey(email)
  const requestId = await claimAttempt(db, key, clock())
  const code = { requestId, hash: resetCodes.hash(requestId, typed), emailKey: key }
  const user = await findOwner(db, code)
  if (user === undefined) throw new ApiError('RESET_CODE_INVALID')
  const passwordHash = await hashPassword(new_password)
  const entry = await db.transaction().execute(async (transaction) => {
    if (!(await useCode(transaction, code))) throw new ApiError('RESET_CODE_INVALID')
    return changePassword(transaction, { user, passwordHash, publicUrl, now: clock() })
  })
  wakeMailWorker()
  return sessionOf(entry)
}

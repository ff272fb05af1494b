import type { SessionReply } from 'shared/contract'
import type { RegisterSchema } from 'shared/contract/accounts'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { newId } from '../../../platform/ids.ts'
import { emailKey, usernameKey } from '../../../platform/names/name-keys.ts'
import { usernameSkeleton, usernameSkeletons } from '../../../platform/names/username-skeleton.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashPassword } from '../users/password.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { openUserSession } from '../users/sessions.ts'
import { viewUser } from '../users/view-user.ts'

export type AccountRegistration = v.InferOutput<typeof RegisterSchema>

const refuseTaken = async (db: ApiDatabase, registration: AccountRegistration): Promise<void> => {
  const { username } = registration
  const byUsername = db
    .selectFrom('users')
    .select('id')
    .where((or) =>
      or.or([
        or('username_key', '=', usernameKey(username)),
        or('username_skeleton', 'in', usernameSkeletons(username)),
      ]),
    )
  if ((await byUsername.executeTakeFirst()) !== undefined) throw new ApiError('USERNAME_TAKEN')
}

/**
 * Does not reveal whether the e-mail is in use
 * (docs/decisions/0006-account-enumeration.md).
 * @throws ApiError USERNAME_TAKEN
 */
export const registerAccount = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  registration: AccountRegistration,
): Promise<SessionReply> => {
  await refuseTaken(db, registration)
  const passwordHash = await hashPassword(registration.password)
  const now = clock()
  const user = {
    id: newId(),
    username: registration.username,
    username_key: usernameKey(registration.username),
    username_skeleton: usernameSkeleton(registration.username),
    first_name: registration.first_name,
    last_name: registration.last_name,
    email: registration.email,
    email_key: emailKey(registration.email),
    phone: registration.phone,
    country: '',
    city: '',
    company: '',
    password_hash: passwordHash,
    created_at: now,
    email_verified_at: null,
    deleted_at: null,
    documents_view: null,
    embedding_development_at: null,
  }
  const create = db.transaction().execute(async (transaction) => {
    await refuseTaken(transaction, registration)
    await transaction.insertInto('users').values(user).execute()
    await noteSecurityEvent(transaction, { userId: user.id, kind: 'registered', now })
    return openUserSession(transaction, user.id, now)
  })
  const tokens = await create.catch(async (error: unknown) => {
    await refuseTaken(db, registration)
    throw error
  })
  return { ...tokens, user: viewUser(user) }
}

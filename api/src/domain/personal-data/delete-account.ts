import { randomBytes } from 'node:crypto'
import type { ReplyOf } from 'shared/contract'
import type { deleteAccountCall } from 'shared/contract/accounts'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { fullName, usernameKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { consumeProof, type ProvenIdentity } from '../accounts/users/identity-proof.ts'
import { changePlace } from '../accounts/users/notify-owner.ts'
import { hashPassword } from '../accounts/users/password.ts'
import { noteSecurityEvent } from '../accounts/users/security-log.ts'
import { endAllSessions } from '../accounts/users/sessions.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { endBulkJobs } from '../jobs/bulk-jobs.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { accountDeletedMessage } from '../mail/templates/account-deleted.ts'
import { forgetCredentials } from './erase-account.ts'
import { resetRequestsOf } from './reset-requests.ts'

export interface AccountDeletion extends ProvenIdentity {
  readonly userId: number
  readonly username: string
}

/** Matches no password; verifying it costs the same. */
const unknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

const deleteDocuments = async (db: ApiDatabase, userId: number, now: number): Promise<void> => {
  const documents = await db
    .selectFrom('documents')
    .select('id')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of documents) await markDeleted(db, { userId, documentId: id, now })
}

/** Name and address stay for the retention period, as in the logs. */
const forgetAtOnce = async (
  db: ApiDatabase,
  userId: number,
  { now, password_hash }: { readonly now: number; readonly password_hash: string },
): Promise<void> => {
  const emptied = { phone: '', country: '', city: '', company: '' }
  await db
    .updateTable('users')
    .set({ ...emptied, email_key: '', email_verified_at: null, deleted_at: now, password_hash })
    .where('id', '=', userId)
    .execute()
  await forgetCredentials(db, userId)
}

const checkUsername = (typed: string, username: string): void => {
  if (usernameKey(typed) !== usernameKey(username))
    throw invalidInput('username', 'No es tu nombre de usuario. Escríbelo como aparece arriba.')
}

/**
 * Deletes an account and its documents. Sessions, tokens and links
 * end at once; the rest after the retention period.
 * @throws ApiError IDENTITY_NEEDED, VALIDATION
 */
export const deleteAccount = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl' | 'retention'>,
  { userId, username, ...proven }: AccountDeletion,
): Promise<ReplyOf<typeof deleteAccountCall>> => {
  const { db, clock, wakeMailWorker, publicUrl, retention } = services
  checkUsername(username, (await findAccount(db, userId)).username)
  const now = clock()
  const erasedAt = now + retention
  const password_hash = await unknownPassword()
  await db.transaction().execute(async (transaction) => {
    await consumeProof(transaction, proven, now)
    const user = await findAccount(transaction, userId)
    const place = changePlace(user.username, now)
    await endAllSessions(transaction, userId, 'account-deleted', now)
    await noteSecurityEvent(transaction, { userId, kind: 'account-deleted', now })
    // First: waits for a row under way.
    await endBulkJobs(transaction, { owner: userId }, 'ACCOUNT_DELETED', now)
    await deleteDocuments(transaction, userId, now)
    await resetRequestsOf(transaction, user.email)
    await forgetAtOnce(transaction, userId, { now, password_hash })
    const to = { name: fullName(user), address: user.email }
    const message = accountDeletedMessage({ place, erasedAt, publicUrl })
    await enqueueMail(transaction, { kind: 'account-deleted', documentId: null, to, message }, now)
  })
  wakeMailWorker()
  return { success: true, erased_at: toInstant(erasedAt) }
}

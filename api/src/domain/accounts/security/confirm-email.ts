import type { Selectable } from 'kysely'
import { emailLinks } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { EmailConfirmationTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { newId } from '../../../platform/ids.ts'
import { emailKey, fullName } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailMovedMessage } from '../../mail/templates/account-changed.ts'
import { findAccount, type StoredUser } from '../users/find-user.ts'
import { changePlace } from '../users/notify-owner.ts'
import { forgetAsOther, provenMainAt } from '../users/proven-addresses.ts'
import { UNDO_LIFE } from '../users/security-constants.ts'
import { noteSecurityEvent } from '../users/security-log.ts'

type Confirmation = Selectable<EmailConfirmationTable>

const claimConfirmation = async (db: ApiDatabase, token: string, now: number): Promise<Confirmation> => {
  const [found] = await db
    .deleteFrom('email_confirmations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returningAll()
    .execute()
  if (found === undefined) throw new ApiError('EMAIL_LINK_INVALID')
  return found
}

const moveEmail = async (
  db: ApiDatabase,
  user: StoredUser,
  email: string,
  publicUrl: string,
  now: number,
): Promise<void> => {
  const undo = newToken()
  const undoUntil = now + UNDO_LIFE
  // Old addresses exist only while undo is possible.
  await db.deleteFrom('email_changes').where('undo_until', '<=', now).execute()
  await db
    .insertInto('email_changes')
    .values({
      id: newId(),
      user_id: user.id,
      old_email: user.email,
      old_verified_at: user.email_verified_at,
      undo_hash: hashToken(undo),
      changed_at: now,
      undo_until: undoUntil,
    })
    .execute()
  await db
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where('id', '=', user.id)
    .execute()
  await forgetAsOther(db, { userId: user.id, email })
  const undoUrl = `${publicUrl}${emailLinks.undo(undo)}`
  const message = emailMovedMessage({ place: changePlace(user.username, now), undoUntil, undoUrl })
  const to = { name: fullName(user), address: user.email }
  await enqueueMail(db, { kind: 'email-changed', documentId: null, to, message }, now)
  await noteSecurityEvent(db, { userId: user.id, kind: 'email-changed', detail: email, now })
}

/** The link proves access to this mailbox only. */
const proveEmail = async (db: ApiDatabase, user: StoredUser, email: string, now: number): Promise<void> => {
  if (user.email !== email) throw new ApiError('EMAIL_LINK_INVALID')
  await db.updateTable('users').set({ email_verified_at: now }).where('id', '=', user.id).execute()
  await noteSecurityEvent(db, { userId: user.id, kind: 'email-verified', detail: email, now })
}

/** @throws ApiError EMAIL_LINK_INVALID, EMAIL_OF_OTHER_ACCOUNT */
export const confirmEmail = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  token: string,
): Promise<{ success: boolean; email: string }> => {
  const email = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const { kind, user_id, email } = await claimConfirmation(transaction, token, now)
    const user = await findAccount(transaction, user_id)
    if ((await provenMainAt(transaction, { userId: user_id, email }, now)) === null)
      throw new ApiError('EMAIL_OF_OTHER_ACCOUNT')
    if (kind === 'change') await moveEmail(transaction, user, email, publicUrl, now)
    else await proveEmail(transaction, user, email, now)
    return email
  })
  wakeMailWorker()
  return { success: true, email }
}

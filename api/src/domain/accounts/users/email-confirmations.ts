import { emailLinks } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { EmailConfirmationTable } from '../../../platform/database/schema.ts'
import { fullName } from '../../../platform/names/name-keys.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailConfirmationMessage } from '../../mail/templates/account-changed.ts'
import type { StoredUser } from './find-user.ts'
import { CONFIRMATION_LIFE } from './security-constants.ts'

interface Asked {
  readonly user: StoredUser
  readonly kind: EmailConfirmationTable['kind']
  readonly email: string
  readonly publicUrl: string
  readonly now: number
}

/** Revokes the previous link. */
export const mailConfirmation = async (
  db: ApiDatabase,
  { user, kind, email, publicUrl, now }: Asked,
): Promise<void> => {
  const token = newToken()
  const expiresAt = now + CONFIRMATION_LIFE
  const row = { email, token_hash: hashToken(token), created_at: now, expires_at: expiresAt }
  await db
    .insertInto('email_confirmations')
    .values({ user_id: user.id, kind, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
  const url = `${publicUrl}${emailLinks.confirm(token)}`
  const message = emailConfirmationMessage({ username: user.username, isChange: kind === 'change', expiresAt, url })
  const to = { name: fullName(user), address: email }
  await enqueueMail(db, { kind: 'email-confirmation', documentId: null, to, message }, now)
}

/** The mailed link of the pending change stops working. */
export const forgetEmailChange = async (db: ApiDatabase, userId: number): Promise<void> => {
  await db.deleteFrom('email_confirmations').where('user_id', '=', userId).where('kind', '=', 'change').execute()
}

/** The address that a link still has to confirm. */
export const pendingEmail = async (db: ApiDatabase, userId: number, now: number): Promise<string | null> => {
  const row = await db
    .selectFrom('email_confirmations')
    .select('email')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email ?? null
}

import type { SessionActor } from '../../../platform/http/actor.ts'
import { invalidInput } from '../../../platform/http/api-error.ts'
import { rateLimits } from '../../../platform/http/limits.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { isOneMailbox } from '../../../platform/mail/header-text.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { mailConfirmation } from '../users/email-confirmations.ts'
import { findAccount } from '../users/find-user.ts'
import { requireProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'

type Mailing = Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>
type Answer = { success: boolean; email: string }

/** Mails a link to the new address and informs the old one. */
export const changeEmail = async (
  { db, clock, wakeMailWorker, publicUrl }: Mailing,
  limiter: RateLimiter,
  { userId, sessionId }: SessionActor,
  { proof, email }: { readonly proof: string; readonly email: string },
): Promise<Answer> => {
  await requireProof(db, { sessionId, proof }, clock())
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  await limiter.hit(rateLimits.changeEmailByAccount, String(userId))
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    const user = await findAccount(transaction, userId)
    if (user.email === email) throw invalidInput('email', 'Ese ya es el email de tu cuenta.')
    await mailConfirmation(transaction, { user, kind: 'change', email, publicUrl, now })
    await noteSecurityEvent(transaction, { userId, kind: 'email-change-asked', detail: email, now })
    if (emailKey(email) !== emailKey(user.email))
      await notifyOwner(transaction, user, { what: 'Se pidió cambiar el email', publicUrl, now })
  })
  wakeMailWorker()
  return { success: true, email }
}

/** Mails the link again. An address that is confirmed already answers the same, without a mail. */
export const requestEmailConfirmation = async (
  { db, clock, wakeMailWorker, publicUrl }: Mailing,
  limiter: RateLimiter,
  { userId }: SessionActor,
): Promise<Answer> => {
  const user = await findAccount(db, userId)
  const answer = { success: true, email: user.email }
  if (user.email_verified_at !== null) return answer
  await limiter.hit(rateLimits.confirmEmailByAccount, String(userId))
  await db
    .transaction()
    .execute((transaction) =>
      mailConfirmation(transaction, { user, kind: 'verify', email: user.email, publicUrl, now: clock() }),
    )
  wakeMailWorker()
  return answer
}

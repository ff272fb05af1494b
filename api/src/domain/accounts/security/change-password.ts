import type { SessionReply } from 'shared/contract'
import type { SessionActor } from '../../../platform/http/actor.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { forgetEmailChange } from '../users/email-confirmations.ts'
import { forgetDevices } from '../users/familiar-device.ts'
import { findAccount } from '../users/find-user.ts'
import { requireProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { hashPassword } from '../users/password.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { endAllSessions, openUserSession } from '../users/sessions.ts'
import { viewUser } from '../users/view-user.ts'

/**
 * Ends all sessions, since a token may be stolen,
 * and cancels a pending change of e-mail.
 */
export const changePassword = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  { userId, sessionId }: SessionActor,
  { proof, new_password }: { readonly proof: string; readonly new_password: string },
): Promise<SessionReply> => {
  await requireProof(db, { sessionId, proof }, clock())
  const passwordHash = await hashPassword(new_password)
  const session = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await requireProof(transaction, { sessionId, proof }, now)
    const user = await findAccount(transaction, userId)
    await transaction.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await endAllSessions(transaction, userId, 'password-changed', now)
    await forgetEmailChange(transaction, userId)
    await forgetDevices(transaction, userId)
    await noteSecurityEvent(transaction, { userId, kind: 'password-changed', now })
    await notifyOwner(transaction, user, { what: 'Se cambió la contraseña', publicUrl, now })
    return { ...(await openUserSession(transaction, userId, now)), user: viewUser(user) }
  })
  wakeMailWorker()
  return session
}

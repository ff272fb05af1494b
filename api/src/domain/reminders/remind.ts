import type { ReplyOf, remindCall } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { REMINDER_PAUSE } from '../invitations/constants.ts'
import { checkOpenForOwner, type FoundInvitation, ownInvitation } from '../invitations/find-invitation.ts'
import type { ReminderServices } from './mail-again.ts'
import { sendReminder } from './send-reminder.ts'

interface Request {
  readonly userId: number
  readonly documentId: number
  readonly invitationId: number
}

const checkMail = ({ mail }: FoundInvitation): void => {
  if (mail?.state === 'pending')
    throw new ApiError('REMINDER_TOO_SOON', { message: 'La invitación todavía no ha salido. Espera a que le llegue.' })
  if (mail?.state === 'failed')
    throw new ApiError('REMINDER_TOO_SOON', {
      message: 'La invitación no se pudo entregar. Revisa el email y envíala de nuevo.',
    })
}

const COPY_REMINDED = 'Una copia no pide nada. Para enviarla otra vez, envía de nuevo la copia a esa persona.'

const checkRemindable = (found: FoundInvitation, now: number): void => {
  checkOpenForOwner(found, now)
  // There is nothing to remind of.
  if (found.person.role === 'copia') throw new ApiError('FORBIDDEN', { message: COPY_REMINDED })
  const { silenced_at, reminded_at, turn_at } = found.invitation
  if (turn_at === null) throw new ApiError('NOT_THEIR_TURN')
  if (silenced_at !== null) throw new ApiError('REMINDERS_SILENCED')
  if (reminded_at !== null && now - reminded_at < REMINDER_PAUSE) throw new ApiError('REMINDER_TOO_SOON')
  checkMail(found)
}

const sendReminders = async (
  db: ApiDatabase,
  services: ReminderServices,
  { userId, documentId, invitationId, now }: Request & { readonly now: number },
): Promise<string> => {
  const found = await ownInvitation(db, userId, documentId, invitationId)
  checkRemindable(found, now)
  const sent = await sendReminder(db, services, found, { actor: `user:${userId}`, now })
  // Only a concurrent reminder can cause this.
  if (!sent) throw new ApiError('REMINDER_TOO_SOON')
  return found.person.email
}

/**
 * Mails a reminder: once a day, never after a refusal.
 * @throws ApiError NOT_FOUND, FIELD_SIGNED, DOCUMENT_CANCELLED,
 * INVITATION_INVALID, INVITATION_EXPIRED, NOT_THEIR_TURN,
 * REMINDERS_SILENCED, REMINDER_TOO_SOON
 */
export const remindSigner = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & ReminderServices,
  request: Request,
): Promise<ReplyOf<typeof remindCall>> => {
  const { db, clock, locks, documentEvents, wakeMailWorker } = services
  const { userId, documentId } = request
  const email = await locks.run(documentId, () =>
    db.transaction().execute((transaction) => sendReminders(transaction, services, { ...request, now: clock() })),
  )
  wakeMailWorker()
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return { success: true, message: `Recordatorio enviado a ${email}` }
}

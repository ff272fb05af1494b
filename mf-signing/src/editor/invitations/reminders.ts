import type { Invitation } from 'shared/contract'
import { pageMessages } from 'shared/contract'
import { formatShortDateTime } from '../../format.ts'
import { editorTexts, REMINDER_PAUSE_MS } from '../constants.ts'

export type RemindedInvitation = Pick<Invitation, 'delivery' | 'reminders'>

/** Undefined if a reminder is possible. `now`: milliseconds since the epoch. */
export const remindRefusal = ({ delivery, reminders }: RemindedInvitation, now: number): string | undefined => {
  if (reminders.silenced) return pageMessages.REMINDERS_SILENCED
  if (delivery?.state === 'queued') return editorTexts.notSentYet
  if (delivery?.state === 'failed') return editorTexts.notArrived
  if (reminders.last_at === null) return undefined
  const again = Date.parse(reminders.last_at) + REMINDER_PAUSE_MS
  return now < again ? editorTexts.remindAgainFrom(formatShortDateTime(new Date(again).toISOString())) : undefined
}

export const reminderWords = ({ reminders }: Pick<Invitation, 'reminders'>): readonly string[] => {
  const { last_at, next_at } = reminders
  const last = last_at === null ? [] : [`Último recordatorio: ${formatShortDateTime(last_at)}`]
  const next = next_at === null ? [] : [`Próximo recordatorio automático: ${formatShortDateTime(next_at)}`]
  return [...last, ...next]
}

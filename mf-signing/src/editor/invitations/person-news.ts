import type { Invitation } from 'shared/contract'
import { formatExpiryDay } from '../../format.ts'
import { editorTexts } from '../constants.ts'
import type { InvitationWords, InvitedGuest } from './invitations.ts'
import { invitationWords, isQueued } from './invitations.ts'
import type { InvitePerson } from './invite-rows.ts'
import { type RemindedInvitation, reminderWords, remindRefusal } from './reminders.ts'

const isUndelivered = ({ invitation }: Pick<InvitedGuest, 'invitation'>): boolean =>
  invitation?.delivery?.state === 'failed'

/** What needs the owner most comes first. */
const byUrgency: readonly ((guest: InvitedGuest) => boolean)[] = [
  ({ state }) => state === 'declined',
  ({ state, invitation }) => state === 'standing' && Boolean(invitation?.proposal),
  (guest) => guest.state === 'standing' && isUndelivered(guest),
  ({ state }) => state === 'not-invited',
  ({ state }) => state === 'expired',
  ({ state }) => state === 'standing',
  ({ state }) => state === 'revoked',
  ({ state }) => state === 'signed',
]

/** The field whose invitation is shown for the person; undefined without a saved field. */
export const leadingGuest = ({ guests }: Pick<InvitePerson, 'guests'>): InvitedGuest | undefined =>
  byUrgency.map((matches) => guests.find(matches)).find((guest) => guest !== undefined)

/** The field whose invitation the person's menu acts on: a field without one may lead the row. */
export const invitedGuest = ({ guests }: Pick<InvitePerson, 'guests'>): InvitedGuest | undefined => {
  const open = guests.filter(({ state }) => state === 'standing')
  return leadingGuest({ guests: open.length > 0 ? open : guests })
}

/** Delivered or seen, and nothing else to tell but its end. */
const onlyExpires = (guest: InvitedGuest): guest is InvitedGuest & { readonly invitation: Invitation } => {
  const { state, invitation } = guest
  if (state !== 'standing' || invitation === undefined || invitation.proposal || invitation.waits) return false
  return invitation.seen_at !== null || (!isUndelivered(guest) && !isQueued(invitation))
}

/** One line a person: «Enviada · vence 26 dic». */
export const personWords = (person: Pick<InvitePerson, 'guests'>): InvitationWords | undefined => {
  const guest = leadingGuest(person)
  if (guest === undefined) return undefined
  const words = invitationWords(guest)
  const detail = onlyExpires(guest) ? editorTexts.expiresOn(formatExpiryDay(guest.invitation.expires_at)) : words.detail
  const signed = person.guests.filter(({ state }) => state === 'signed').length
  const isPartly = signed > 0 && guest.state === 'standing'
  return { ...words, detail, ...(isPartly && { badge: editorTexts.signedSome(signed, person.guests.length) }) }
}

export type PersonAction = 'remind' | 'resend' | 'link' | 'correct' | 'revoke'

/** An entry of the person's menu. `hint` says why it is off, or what has been done. */
export interface PersonChoice {
  readonly choice: PersonAction
  readonly text: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
  readonly removes?: boolean
}

const remindChoice = (invitation: RemindedInvitation, now: number): PersonChoice => {
  const refusal = remindRefusal(invitation, now)
  return {
    choice: 'remind',
    text: editorTexts.remind,
    hint: [...reminderWords(invitation), ...(refusal === undefined ? [] : [refusal])].join('. ') || undefined,
    disabled: refusal !== undefined,
  }
}

type StandingInvitation = RemindedInvitation & Pick<Invitation, 'waits' | 'proposal'>

/** Of an open invitation. */
export const standingChoices = (invitation: StandingInvitation, now: number): readonly PersonChoice[] => {
  const again =
    invitation.delivery?.state === 'failed'
      ? [{ choice: 'resend', text: editorTexts.sendAgain } as const]
      : [remindChoice(invitation, now)]
  return [
    ...(invitation.waits || invitation.proposal ? [] : again),
    { choice: 'link', text: editorTexts.copyLink },
    { choice: 'correct', text: editorTexts.correctAddress },
    { choice: 'revoke', text: editorTexts.revoke, removes: true },
  ]
}

/** @param now milliseconds since the epoch */
export const personChoices = (person: Pick<InvitePerson, 'guests'>, now: number): readonly PersonChoice[] => {
  const guest = invitedGuest(person)
  if (guest?.invitation && guest.state === 'standing') return standingChoices(guest.invitation, now)
  switch (guest?.state) {
    case 'revoked':
    // Others may sign, so the document is open.
    case 'declined':
      return [{ choice: 'resend', text: editorTexts.sendAgain }]
    case 'expired':
      return [{ choice: 'correct', text: editorTexts.correctAddress }]
    default:
      return []
  }
}

import type { Participant } from 'shared/contract/participants'
import { formatExpiryDay, formatShortDateTime } from '../../../format.ts'
import { editorTexts } from '../../constants.ts'
import { declinedDetail, type InvitationWords, isQueued, standingWords } from '../invitations.ts'
import { type PersonAction, type PersonChoice, standingChoices } from '../person-news.ts'
import { participantTexts as texts } from './texts.ts'

/** Whether «Enviar» sends something to the person. */
export const awaitsInvitation = (participant: Participant): boolean => {
  const { invitation, answered_at } = participant
  if (answered_at !== null) return false
  return invitation === null || invitation.state === 'expired' || invitation.delivery?.state === 'failed'
}

/** Invited, and asked for an answer that has not come. */
export const awaitsAnswer = ({ kind, answered_at, invitation }: Participant): boolean =>
  kind !== 'copia' && answered_at === null && invitation?.state === 'standing'

type ParticipantInvitation = NonNullable<Participant['invitation']>

const invitedWords = (invitation: ParticipantInvitation): InvitationWords => {
  switch (invitation.state) {
    case 'standing': {
      const words = standingWords(invitation)
      const tells = invitation.delivery?.state === 'failed' || isQueued(invitation) || invitation.waits
      return tells ? words : { ...words, detail: editorTexts.expiresOn(formatExpiryDay(invitation.expires_at)) }
    }
    case 'expired':
      return { tone: 'warning', badge: texts.expired, detail: '' }
    case 'revoked':
      return { tone: 'neutral', badge: texts.revoked, detail: texts.revokedMeans }
    case 'declined':
      return { tone: 'error', badge: texts.rejected, detail: declinedDetail(invitation.declined) }
    case 'answered':
      return { tone: 'success', badge: texts.read, detail: '' }
  }
}

/** One line a person. */
export const participantWords = (participant: Participant): InvitationWords => {
  const { kind, answered_at, invitation } = participant
  if (answered_at !== null) {
    const badge = kind === 'lectura' ? texts.read : texts.approved
    return { tone: 'success', badge, detail: formatShortDateTime(answered_at) }
  }
  if (kind === 'copia' && invitation?.state === 'standing' && invitation.waits)
    return { tone: 'neutral', badge: texts.planned, detail: texts.whenComplete }
  if (invitation !== null) return invitedWords(invitation)
  return { tone: 'neutral', badge: texts.notInvited, detail: '' }
}

export type ParticipantAction = PersonAction | 'change' | 'remove'

export interface ParticipantChoice extends Omit<PersonChoice, 'choice'> {
  readonly choice: ParticipantAction
}

const invitationChoices = ({ kind, invitation }: Participant, now: number): readonly ParticipantChoice[] => {
  switch (invitation?.state) {
    case 'standing':
      return standingChoices(invitation, now).filter(({ choice }) => kind !== 'copia' || choice !== 'remind')
    case 'revoked':
    case 'expired':
      return [{ choice: 'resend', text: editorTexts.sendAgain }]
    default:
      return []
  }
}

/** @param now milliseconds since the epoch */
export const participantChoices = (participant: Participant, now: number): readonly ParticipantChoice[] => [
  ...(participant.can_change ? [{ choice: 'change', text: texts.change } as const] : []),
  ...invitationChoices(participant, now),
  ...(participant.can_remove ? [{ choice: 'remove', text: texts.remove, removes: true } as const] : []),
]

import { href, pageMessages, type ReplyOf } from 'shared/contract'
import type { openParticipationCall } from 'shared/contract/participation'
import type { GuestAnswer } from '../session/guest-session.ts'
import type { OpeningAction, Refusal, Unreachable } from '../session/open-invitation.ts'

export type ParticipationReply = ReplyOf<typeof openParticipationCall>

/** The address of an invitation without a field. */
export interface ParticipationAddress {
  readonly documentId: number
  readonly token: string
}

/** An opened invitation to approve, to read or to have a copy. */
export interface Participation extends ParticipationReply {
  /** The link's token. */
  readonly token: string
}

export type ParticipationState =
  | ({ readonly step: 'validating' } & ParticipationAddress)
  | ({ readonly step: 'refused' } & Refusal)
  | ({ readonly step: 'unreachable' } & ParticipationAddress & Unreachable)
  | { readonly step: 'open'; readonly participation: Participation }
  | { readonly step: 'rejected'; readonly ownerName: string }

export type ParticipationAction =
  | OpeningAction<ParticipationReply>
  | { readonly type: 'retried' }
  | { readonly type: 'renewed'; readonly accessToken: string }
  | { readonly type: 'changed'; readonly answer: GuestAnswer }
  | { readonly type: 'answered'; readonly at: string }
  | { readonly type: 'rejected' }
  /** The document is no longer there. */
  | { readonly type: 'gone' }

export interface ParticipationProps {
  readonly participation: Participation
  readonly dispatch: (action: ParticipationAction) => void
}

const validated = (reply: ParticipationReply, { documentId, token }: ParticipationAddress): ParticipationState => {
  const { document, participant } = reply
  if (document.id === documentId) return { step: 'open', participation: { ...reply, token } }
  return {
    step: 'refused',
    code: 'FIELD_OF_OTHER_DOCUMENT',
    message: pageMessages.FIELD_OF_OTHER_DOCUMENT,
    home: href.sign(document.id, document.original_filename, { token, participantId: participant.id }),
  }
}

type OpenState = Extract<ParticipationState, { step: 'open' }>

const inDocument = ({ participation }: OpenState, action: ParticipationAction): ParticipationState => {
  const open = (changes: Partial<Participation>): ParticipationState => ({
    step: 'open',
    participation: { ...participation, ...changes },
  })
  switch (action.type) {
    case 'renewed':
      return open({ access_token: action.accessToken })
    case 'changed': {
      const { proposal, reminders_silenced } = participation
      const { answer } = action
      return open({
        proposal: answer.proposal ?? proposal,
        reminders_silenced: answer.remindersSilenced ?? reminders_silenced,
      })
    }
    case 'answered':
      return open({ participant: { ...participation.participant, answered_at: action.at } })
    case 'rejected':
      return { step: 'rejected', ownerName: participation.owner_name }
    case 'gone':
      return { step: 'refused', code: 'NOT_FOUND', message: '' }
    default:
      return { step: 'open', participation }
  }
}

/** Ignores late answers. */
export const participationReducer = (state: ParticipationState, action: ParticipationAction): ParticipationState => {
  if (state.step === 'open') return inDocument(state, action)
  if (state.step !== 'validating' && state.step !== 'unreachable') return state
  const { documentId, token } = state
  switch (action.type) {
    case 'validated':
      return validated(action.reply, state)
    case 'refused': {
      const { type: _, ...refusal } = action
      return { step: 'refused', ...refusal }
    }
    case 'not-reached':
      return { step: 'unreachable', documentId, token, message: action.message, isDown: action.isDown }
    case 'retried':
      return { step: 'validating', documentId, token }
    default:
      return state
  }
}

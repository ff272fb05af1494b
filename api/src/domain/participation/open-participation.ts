import type { ErrorCode, ReplyOf } from 'shared/contract'
import type { openParticipationCall } from 'shared/contract/participation'
import { dateOf } from 'shared/contract/signing-order'
import { SECOND_MS, toInstant, toInstantOrNull } from '../../platform/clock.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findParticipant } from '../access/find-participant.ts'
import { closedBecause } from '../access/invitation-access.ts'
import { downloadUrl } from '../documents/view-documents.ts'
import { GUEST_TOKEN_LIFE } from '../invitation-tokens/guest-token.ts'
import { findInvitation } from '../invitations/find-invitation.ts'
import { type LinkedInvitation, linkedInvitation } from '../invitations/linked-invitation.ts'
import { proposalOf } from '../invitations/proposal.ts'
import { guestSending } from '../sendings/guest-sending.ts'

/** The usual texts speak of signing. */
const closedTexts: Partial<Record<ErrorCode, string>> = {
  INVITATION_DECLINED:
    'Rechazaste este documento y su firma se canceló. Si fue un error, pide a quien lo envió que lo suba y lo envíe de nuevo.',
  DOCUMENT_EXPIRED:
    'El plazo de este documento terminó y por ahora no se puede responder. Si todavía hace falta, pide a quien lo envió que amplíe la fecha.',
}

const findOpen = async (
  services: Pick<ApiServices, 'db' | 'guestTokens'>,
  token: string,
  now: number,
): Promise<LinkedInvitation> => {
  const linked = await linkedInvitation(services, token, now)
  if (linked === undefined) throw new ApiError('INVITATION_INVALID')
  const { invitation: mailed } = linked
  if (mailed.participant_id === null) throw new ApiError('INVITATION_TO_SIGN')
  const closed = closedBecause(mailed, now)
  const message = closed && closedTexts[closed]
  if (closed !== undefined) throw new ApiError(closed, message === undefined ? {} : { message })
  return linked
}

/**
 * Also works after the answer. Read-only, because mail scanners open links.
 *
 * @throws ApiError INVITATION_INVALID, INVITATION_TO_SIGN, INVITATION_DECLINED, INVITATION_EXPIRED, DOCUMENT_CANCELLED,
 * DOCUMENT_EXPIRED
 */
export const openParticipation = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'guestTokens' | 'invitationTokens' | 'signingAgent'>,
  token: string,
): Promise<ReplyOf<typeof openParticipationCall>> => {
  const { db, guestTokens } = services
  const now = services.clock()
  const linked = await findOpen({ db, guestTokens }, token, now)
  const { invitation, document, owner, person } = await findInvitation(db, linked.invitation.id)
  const participant = await findParticipant(db, person.target.participant_id ?? 0)
  if (participant === undefined) throw new ApiError('INVITATION_INVALID')
  const { id, kind, name, email, note, answered_at } = participant
  const sending = await guestSending(services, linked.invitation, linked.opened)
  const life = now + GUEST_TOKEN_LIFE
  const expiresAt = invitation.used_at === null ? Math.min(life, invitation.expires_at) : life
  const source = { kind: 'participation', invitationId: invitation.id, ...linked.opened } as const
  return {
    participant: { id, kind, name, email, note, answered_at: toInstantOrNull(answered_at) },
    owner_name: owner.name,
    document: {
      id: document.id,
      original_filename: document.original_filename,
      download_url: downloadUrl(document.id),
      is_complete: document.completed_at !== null,
    },
    access_token: guestTokens.seal({ source, participantId: id, expiresAt }),
    expires_in: Math.floor((expiresAt - now) / SECOND_MS),
    expires_at: toInstant(invitation.expires_at),
    ...(document.deadline === null || kind === 'copia' ? {} : { answer_by: dateOf(document.deadline - 1) }),
    reminders_silenced: invitation.silenced_at !== null,
    turn: invitation.turn_at === null ? 'later' : 'now',
    proposal: proposalOf(invitation),
    ...(sending === undefined ? {} : { sending }),
  }
}

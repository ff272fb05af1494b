import type { BodyOf, ReplyOf } from 'shared/contract'
import type { inviteParticipantCall, previewParticipantCall } from 'shared/contract/participants'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { renderMessage } from '../../platform/mail/render-message.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { type FieldlessParticipant, ownParticipant, type ParticipantRequest } from '../access/find-participant.ts'
import { checkMayInvite } from '../access/invite-by-api-client.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { documentWithOwner } from '../documents/stored-document.ts'
import { composeInvitation } from '../invitations/compose-invitation.ts'
import { checkMayAsk } from '../invitations/find-invitable.ts'
import type { InvitingServices } from '../invitations/invite-under-lock.ts'
import {
  type IssuedInvitation,
  type IssuingServices,
  issuedReply,
  issueParticipation,
} from '../invitations/issue-invitation.ts'
import { newestTo, personalMessageOf } from '../invitations/newest-invitation.ts'
import { startProcessing } from '../invitations/start-processing.ts'
import { participantAsInvited } from '../participants/invited-person.ts'
import { hasParticipantTurn } from '../participants/participant-turn.ts'
import { documentsTogether, withSendingLocked } from '../sending-access/sending-documents.ts'
import { uninvitedTogether } from './participants-together.ts'

type MessageBody = BodyOf<typeof inviteParticipantCall>

/** A document completes by its signatures. */
const checkHasField = async (db: ApiDatabase, documentId: number): Promise<void> => {
  if ((await fieldsOf(db, documentId)).length === 0) throw new ApiError('FIELD_MISSING')
}

/**
 * Invites in the caller's transaction and wakes no worker.
 *
 * @throws ApiError as `inviteParticipant`
 */
export const inviteFieldless = async (
  db: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'mailLeaves'>,
  request: ParticipantRequest & { readonly body: MessageBody; readonly now: number },
): Promise<IssuedInvitation> => {
  const { userId, documentId, body, now } = request
  const { document, participant } = await ownParticipant(db, request)
  await checkMayAsk(db, services, document, now)
  await checkHasField(db, documentId)
  if (participant.answered_at !== null) throw new ApiError('PARTICIPANT_ANSWERED')
  await startProcessing(db, document)
  const { owner } = await documentWithOwner(db, documentId)
  const personalMessage = personalMessageOf(body.message, await newestTo(db, participantAsInvited(participant)))
  const facts = { document, ownerName: owner.name, personalMessage, now, actor: `user:${userId}` }
  const issued = await issueParticipation(db, services, { ...facts, participant })
  await refreshWaiting(db, documentId)
  const { name, email } = participant
  await rememberContact(db, userId, { name, email }, now)
  return issued
}

/** `elsewhere`: as `uninvitedTogether`; those that do not wait for an invitation any more are left out. */
export interface ParticipantToInvite extends Omit<ParticipantRequest, 'userId'> {
  readonly elsewhere: readonly Pick<FieldlessParticipant, 'id'>[]
}

/**
 * Mails the link, or prepares the mail of a later turn; in each document of a sending that asks the same person, by one
 * mail each. Inviting again replaces the link.
 *
 * @throws ApiError NOT_FOUND, FIELD_MISSING, PARTICIPANT_ANSWERED, and as `checkMayAsk`
 */
export const inviteParticipant = async (
  services: InvitingServices,
  actor: OwnerActor,
  { documentId, participantId, elsewhere }: ParticipantToInvite,
  body: MessageBody,
): Promise<ReplyOf<typeof inviteParticipantCall>> => {
  const { db, clock, documentEvents, wakeMailWorker } = services
  const { userId } = actor
  const own = await ownDocument(db, userId, documentId)
  checkMayInvite(actor, own)
  const { issued, ids } = await withSendingLocked(services, documentId, async (locked) => {
    const now = clock()
    const target = { userId, documentId, participantId }
    const together = await uninvitedTogether(db, target, now)
    const others = together.filter(({ id }) => elsewhere.some((one) => one.id === id))
    if (others.length > 0) for (const each of await documentsTogether(db, own)) checkMayInvite(actor, each)
    const invite = async (transaction: ApiDatabase) => {
      const first = await inviteFieldless(transaction, services, { ...target, body, now })
      for (const { id, document_id } of others)
        await inviteFieldless(transaction, services, { userId, documentId: document_id, participantId: id, body, now })
      return first
    }
    return { issued: await db.transaction().execute(invite), ids: locked }
  })
  wakeMailWorker()
  for (const id of ids) documentEvents.publish(userId, { kind: 'changed', document_id: id })
  return issuedReply(issued)
}

/** Without links; sends and stores nothing. */
export const previewParticipant = async (
  { db, clock, publicUrl, invitationLife }: Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'invitationLife'>,
  request: ParticipantRequest,
  { message }: MessageBody,
): Promise<ReplyOf<typeof previewParticipantCall>> => {
  const { document, participant } = await ownParticipant(db, request)
  const person = participantAsInvited(participant)
  const owner = await db.selectFrom('users').selectAll().where('id', '=', request.userId).executeTakeFirstOrThrow()
  const waits = !(await hasParticipantTurn(db, participant))
  const page = `${publicUrl}/sign/…`
  const composed = composeInvitation(waits ? 'turn' : 'invitation', {
    document,
    person,
    ownerName: fullName(owner),
    personalMessage: personalMessageOf(message, await newestTo(db, person)),
    expiresAt: clock() + invitationLife,
    fieldCount: 1,
    links: { page, silence: page },
  })
  return { ...renderMessage(composed, 'inert'), waits }
}

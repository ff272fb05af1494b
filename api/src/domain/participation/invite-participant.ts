import type { BodyOf, ReplyOf } from 'shared/contract'
import type { inviteParticipantCall, previewParticipantCall } from 'shared/contract/participants'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { renderMessage } from '../../platform/mail/render-message.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { ownParticipant, type ParticipantRequest } from '../access/find-participant.ts'
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
import { invitationsFor, participantAsInvited } from '../participants/invited-person.ts'
import { hasParticipantTurn } from '../participants/participant-turn.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import type { PlacedPart } from '../sending-access/parts-elsewhere.ts'
import { uninvitedTogether } from './participants-together.ts'

type MessageBody = BodyOf<typeof inviteParticipantCall>

/** A document completes by its signatures. */
const checkHasField = async (db: ApiDatabase, documentId: number): Promise<void> => {
  if ((await fieldsOf(db, documentId)).length === 0) throw new ApiError('FIELD_MISSING')
}

/** Milliseconds. A client may name the person in each document; the mail of the first one asks for all. */
const SAME_SENDING = MINUTE_MS

/** @returns what a mail for another document of the sending has just asked; undefined if a mail is due */
const askedElsewhere = async (
  db: ApiDatabase,
  { document, participant }: PlacedPart,
  now: number,
): Promise<IssuedInvitation | undefined> => {
  const person = participantAsInvited(participant)
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('outbox', 'outbox.id', 'invitations.mail_id')
    .select(['invitations.expires_at', 'invitations.mail_id'])
    .where(invitationsFor(person.target))
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.created_at', '>', now - SAME_SENDING)
    .where('outbox.document_id', '<>', document.id)
    .where('outbox.state', '<>', 'failed')
    .executeTakeFirst()
  return invitation && { person, expiresAt: invitation.expires_at, waits: false, mailId: invitation.mail_id }
}

/** `others`: the same person in other documents of the sending, for whom the same mail asks. */
interface FieldlessInvitation extends ParticipantRequest {
  readonly others: readonly PlacedPart[]
  readonly body: MessageBody
  readonly now: number
}

/**
 * Invites in the caller's transaction, by one mail for all documents, and wakes no worker.
 *
 * @returns that of the named participant
 * @throws ApiError as `inviteParticipant`
 */
export const inviteFieldless = async (
  db: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'mailLeaves'>,
  request: FieldlessInvitation,
): Promise<IssuedInvitation> => {
  const { userId, documentId, others, body, now } = request
  const own = await ownParticipant(db, request)
  const { participant } = own
  const parts = [own, ...others] as const
  for (const { document } of parts) {
    await checkMayAsk(db, services, document, now)
    await checkHasField(db, document.id)
  }
  if (participant.answered_at !== null) throw new ApiError('PARTICIPANT_ANSWERED')
  const asked = await askedElsewhere(db, own, now)
  if (asked !== undefined) return asked
  for (const { document } of parts) await startProcessing(db, document)
  const { owner } = await documentWithOwner(db, documentId)
  const personalMessage = personalMessageOf(body.message, await newestTo(db, participantAsInvited(participant)))
  const facts = { ownerName: owner.name, personalMessage, now, actor: `user:${userId}` }
  const [issued] = await issueParticipation(db, services, { ...facts, parts })
  for (const { document } of parts) await refreshWaiting(db, document.id)
  const { name, email } = participant
  await rememberContact(db, userId, { name, email }, now)
  return issued
}

/** `elsewhere`: as `uninvitedTogether`; those that do not wait for an invitation any more are left out. */
export interface ParticipantToInvite extends Omit<ParticipantRequest, 'userId'> {
  readonly elsewhere: readonly PlacedPart[]
}

/**
 * Mails the link, or prepares the mail of a later turn; one mail asks for all documents of a sending that ask the same
 * person for the same. Inviting again replaces the link.
 *
 * @throws ApiError NOT_FOUND, FIELD_MISSING, PARTICIPANT_ANSWERED, and as `checkMayAsk`
 */
export const inviteParticipant = async (
  services: InvitingServices,
  actor: OwnerActor,
  { documentId, participantId, elsewhere }: ParticipantToInvite,
  body: MessageBody,
): Promise<ReplyOf<typeof inviteParticipantCall>> => {
  const { db, clock, wakeMailWorker } = services
  const { userId } = actor
  const target = { userId, documentId, participantId }
  checkMayInvite(actor, await ownDocument(db, userId, documentId))
  const counted = new Set(elsewhere.map(({ participant }) => participant.id))
  const issued = await changeTogether(services, target, async (transaction) => {
    const now = clock()
    const together = await uninvitedTogether(transaction, target, now)
    const others = together.filter(({ participant }) => counted.has(participant.id))
    for (const { document } of others) checkMayInvite(actor, document)
    return inviteFieldless(transaction, services, { ...target, others, body, now })
  })
  wakeMailWorker()
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

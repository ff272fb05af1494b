import { href } from 'shared/contract'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ParticipantActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readTurns } from '../access/check-turn.ts'
import { stepsOf } from '../access/turns.ts'
import { appendEvent } from '../audit/append-event.ts'
import { cancelQueuedMails } from '../documents/end-invitations.ts'
import { refuseDocument } from '../guest-answers/decline-invitation.ts'
import { type ProposedForwarding, propose } from '../guest-answers/forward-invitation.ts'
import { checkOpenInvitation } from '../invitations/find-invitation.ts'
import { type FoundParticipation, participationOf } from '../invitations/find-participation.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { waitForPendingSeal } from '../jobs/wait-for-pending-seal.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { answeredMessage } from '../mail/templates/answered.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { hasParticipantTurn } from '../participants/participant-turn.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import { checkShown } from '../signing/check-document.ts'
import { continueDocument } from '../signing-order/continue-document.ts'

type AnsweringServices = Pick<
  ApiServices,
  'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl' | 'waitForSeal'
> &
  IssuingServices

/** The answer of the participant that the call names. */
interface ParticipantAnswer {
  readonly participantId: number
  /** SHA-256 of the displayed bytes. */
  readonly shown?: string | undefined
}

type AnsweredKind = 'visto_bueno' | 'lectura'

const NOT_DECLARED = 'no declarado'

/** Also without an order, where the owner may sign once the approvals are there. */
const isOwnersTurn = async (db: ApiDatabase, documentId: number): Promise<boolean> =>
  stepsOf(await readTurns(db, documentId)).some(
    ({ fields, state }) =>
      state === 'now' && fields.some(({ field_type, signed_at }) => field_type === 'PRIMARY' && signed_at === null),
  )

const announceAnswer = async (
  db: ApiDatabase,
  services: IssuingServices,
  { document, owner, person }: FoundParticipation,
  now: number,
): Promise<void> => {
  const { isComplete, passed } = await continueDocument(db, services, document.id, now)
  // The mail of the completed document says it all.
  if (isComplete) return
  const message = answeredMessage({
    isApproval: person.role === 'visto_bueno',
    name: person.name,
    filename: document.original_filename,
    answeredAt: now,
    url: `${services.publicUrl}${href.dashboard()}`,
    uninvited: passed.uninvited,
    ownersTurn: await isOwnersTurn(db, document.id),
  })
  await enqueueMail(db, { kind: 'participant-answered', documentId: document.id, to: owner, message }, now)
}

const recordAnswer = async (
  db: ApiDatabase,
  services: IssuingServices,
  found: FoundParticipation,
  { shown, now }: Pick<ParticipantAnswer, 'shown'> & { readonly now: number },
): Promise<void> => {
  const { invitation, participant, person, document } = found
  await checkShown(db, document.id, shown)
  await db.updateTable('participants').set({ answered_at: now }).where('id', '=', participant.id).execute()
  await db.updateTable('invitations').set({ used_at: now, proposed_at: null }).where('id', '=', invitation.id).execute()
  await cancelQueuedMails(db, person.target, now)
  const kind = person.role === 'visto_bueno' ? 'document-approved' : 'reading-confirmed'
  const data = { ...targetFacts(person), shown: shown ?? NOT_DECLARED }
  await appendEvent(db, document.id, { at: now, kind, actor: `guest:${invitation.id}`, data })
  await announceAnswer(db, services, found, now)
}

/** @throws ApiError FORBIDDEN, NOT_YOUR_TURN, and if the invitation is not open */
const checkMayAnswer = async (
  db: ApiDatabase,
  found: FoundParticipation,
  kind: AnsweredKind,
  now: number,
): Promise<void> => {
  if (found.person.role !== kind) throw new ApiError('FORBIDDEN')
  checkOpenInvitation(found, now)
  if (!(await hasParticipantTurn(db, found.participant)))
    throw new ApiError('NOT_YOUR_TURN', {
      message: 'Todavía no es tu turno: antes firman otras personas. Te avisaremos por correo cuando te toque.',
    })
}

const answer = async (
  db: ApiDatabase,
  services: IssuingServices,
  { kind, actor, given, now }: AnswerAttempt & { readonly now: number },
): Promise<{ readonly answeredAt: number; readonly ownerId: number; readonly isNew: boolean }> => {
  const found = await participationOf(db, actor, given.participantId)
  const { participant, document, invitation } = found
  const ownerId = document.owner_id
  // A repetition gets its first answer, also after the document ended.
  if (participant.kind === kind && participant.answered_at !== null)
    return { answeredAt: participant.answered_at, ownerId, isNew: false }
  await checkMayAnswer(db, found, kind, now)
  if (kind === 'lectura' && invitation.seen_at === null) throw new ApiError('DOCUMENT_NOT_OPENED')
  await recordAnswer(db, services, found, { shown: given.shown, now })
  return { answeredAt: now, ownerId, isNew: true }
}

interface AnswerAttempt {
  readonly kind: AnsweredKind
  readonly actor: ParticipantActor
  readonly given: ParticipantAnswer
}

/**
 * Records an approval or a reading: an entry of the log, never a revision of the PDF. The document's lock makes one of
 * two answers at once the first; a repetition changes nothing.
 *
 * @throws ApiError FORBIDDEN, NOT_YOUR_TURN, DOCUMENT_NOT_OPENED, DOCUMENT_DIFFERS, and if the invitation is not open
 */
export const answerDocument = async (
  services: AnsweringServices,
  attempt: AnswerAttempt,
): Promise<{ success: boolean; answered_at: string }> => {
  const { documentId } = attempt.actor
  const { result, ids } = await transactTogether(services, documentId, (transaction) =>
    answer(transaction, services, { ...attempt, now: services.clock() }),
  )
  const { answeredAt, ownerId, isNew } = result
  if (isNew) {
    services.wakeMailWorker()
    publishTogether(services, ownerId, ids)
    await waitForPendingSeal(services, documentId)
  }
  return { success: true, answered_at: toInstant(answeredAt) }
}

/**
 * Refuses the approval with a reason: ends the document, as a signer who declines.
 *
 * @throws ApiError FORBIDDEN, NOT_YOUR_TURN, ALREADY_ANSWERED, and if the invitation is not open
 */
export const rejectDocument = async (
  services: AnsweringServices,
  actor: ParticipantActor,
  { participantId, reason }: { readonly participantId: number; readonly reason: string },
): Promise<void> => {
  const { result, ids } = await transactTogether(services, actor.documentId, async (transaction) => {
    const now = services.clock()
    const found = await participationOf(transaction, actor, participantId)
    await checkMayAnswer(transaction, found, 'visto_bueno', now)
    await refuseDocument(transaction, services, found, { reason, now })
    return found
  })
  services.wakeMailWorker()
  publishTogether(services, result.document.owner_id, ids)
}

/**
 * Proposes another person. The invitation stays open until the owner decides.
 *
 * @throws ApiError FORBIDDEN for copies, VALIDATION, and if the invitation is not open
 */
export const forwardParticipation = async (
  services: AnsweringServices,
  actor: ParticipantActor,
  { participantId, ...given }: ProposedForwarding & { readonly participantId: number },
): Promise<void> => {
  const { db, clock, locks, documentEvents, wakeMailWorker, publicUrl } = services
  const { document, isNew } = await locks.run(actor.documentId, () =>
    db.transaction().execute(async (transaction) => {
      const found = await participationOf(transaction, actor, participantId)
      if (found.person.role === 'copia') throw new ApiError('FORBIDDEN')
      return { ...found, isNew: await propose(transaction, publicUrl, found, { ...given, now: clock() }) }
    }),
  )
  if (!isNew) return
  wakeMailWorker()
  documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
}

import type { ReplyOf } from 'shared/contract'
import type { sendTemplateDocumentCall } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { type FieldlessParticipant, participantsOf } from '../access/find-participant.ts'
import { checkMayInvite } from '../access/invite-by-api-client.ts'
import { fieldsBySigner } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { inviteSigner } from '../invitations/send-invitation.ts'
import { inviteFieldless } from '../participation/invite-participant.ts'

type InvitingServices = Pick<ApiServices, 'clock' | 'mailLeaves'> & IssuingServices
type SendingDependencies = InvitingServices & Pick<ApiServices, 'db' | 'locks' | 'documentEvents' | 'wakeMailWorker'>

export interface DocumentSending {
  readonly userId: number
  readonly documentId: number
  /** Counts one invitation towards the sender's limit; throws when it is reached. */
  readonly count: () => Promise<void>
}

/** @throws ApiError NOT_FROM_TEMPLATE: the scope `templates:use` must not send other documents */
const useOf = async (db: ApiDatabase, { userId, documentId }: Omit<DocumentSending, 'count'>) => {
  checkNotCancelled(await ownDocument(db, userId, documentId))
  const use = await db.selectFrom('template_uses').selectAll().where('document_id', '=', documentId).executeTakeFirst()
  if (use === undefined) throw new ApiError('NOT_FROM_TEMPLATE')
  return use
}

interface Uninvited {
  readonly signers: ReadonlyMap<string, readonly [StoredField, ...StoredField[]]>
  readonly people: readonly FieldlessParticipant[]
}

/** The owner (PRIMARY) needs no invitation. Expired, revoked and declined ones are sent again. */
const uninvited = async (db: ApiDatabase, documentId: number, now: number): Promise<Uninvited> => {
  const open = await db
    .selectFrom('invitations')
    .select(['field_id', 'participant_id'])
    .where('document_id', '=', documentId)
    .where('alternate_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const invited = new Set(open.map(({ field_id, participant_id }) => field_id ?? participant_id))
  const fields = (await fieldsOf(db, documentId)).filter(
    ({ id, field_type, signed_at }) => field_type === 'SECONDARY' && signed_at === null && !invited.has(id),
  )
  const people = (await participantsOf(db, documentId)).filter(
    ({ id, answered_at }) => answered_at === null && !invited.has(id),
  )
  return { signers: fieldsBySigner(fields), people }
}

/**
 * Invites in the caller's transaction and wakes no worker: the caller wakes it after the commit.
 *
 * @returns how many people were invited
 */
export const inviteAll = async (
  db: ApiDatabase,
  services: InvitingServices,
  sending: Omit<DocumentSending, 'count'>,
): Promise<number> => {
  const { userId, documentId } = sending
  const { message } = await useOf(db, sending)
  const now = services.clock()
  const { signers, people } = await uninvited(db, documentId, now)
  const body = message === null ? {} : { message }
  for (const [{ id, signer_email: email, signer_name }, ...others] of signers.values()) {
    const named = { email, signer_name, other_fields: others.map((other) => other.id) }
    const addressed = { ...named, field_id: id, document_url: '', field_coordinates: null }
    await inviteSigner(db, services, { userId, documentId, request: { ...addressed, ...body }, now })
  }
  for (const { id: participantId } of people)
    await inviteFieldless(db, services, { userId, documentId, participantId, body, now })
  await db.updateTable('template_uses').set({ message: null }).where('document_id', '=', documentId).execute()
  return signers.size + people.length
}

const sentText = (invited: number): string => {
  if (invited === 0) return 'Todas las personas ya tenían su invitación'
  return invited === 1 ? 'Invitación enviada' : `${invited} invitaciones enviadas`
}

/**
 * Repeating it sends nothing twice: it invites only people without a valid invitation, all or none.
 *
 * The limit is counted before the transaction, so a refused sender has invited no one. A bulk job calls `inviteAll`
 * and has a daily limit of rows instead.
 */
export const sendTemplateDocument = async (
  services: SendingDependencies,
  actor: OwnerActor,
  sending: Omit<DocumentSending, 'userId'>,
): Promise<ReplyOf<typeof sendTemplateDocumentCall>> => {
  const { db, clock, locks, documentEvents, wakeMailWorker } = services
  const { userId } = actor
  const { documentId, count } = sending
  await useOf(db, { userId, documentId })
  checkMayInvite(actor, await ownDocument(db, userId, documentId))
  const { signers, people } = await uninvited(db, documentId, clock())
  for (const _ of [...signers.keys(), ...people]) await count()
  const invited = await locks.run(documentId, () =>
    db.transaction().execute((transaction) => inviteAll(transaction, services, { userId, documentId })),
  )
  if (invited > 0) {
    wakeMailWorker()
    documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  }
  return { success: true, invited, message: sentText(invited) }
}

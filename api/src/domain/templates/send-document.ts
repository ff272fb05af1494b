import type { ReplyOf } from 'shared/contract'
import type { sendTemplateDocumentCall } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { type FieldlessParticipant, participantsOf } from '../access/find-participant.ts'
import { checkMayInvite } from '../access/invite-by-api-client.ts'
import { fieldsBySigner } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { inviteSigner } from '../invitations/send-invitation.ts'
import { inviteFieldless } from '../participation/invite-participant.ts'
import { uninvitedTogether } from '../participation/participants-together.ts'
import { partKey } from '../sending-access/parts-elsewhere.ts'
import { documentsTogether, withSendingLocked } from '../sending-access/sending-documents.ts'

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
  const use = await findUse(db, documentId)
  if (use === undefined) throw new ApiError('NOT_FROM_TEMPLATE')
  return use
}

const findUse = (db: ApiDatabase, documentId: number) =>
  db.selectFrom('template_uses').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** The document and those of its sending that templates made, too; cancelled ones are left out. */
const madeTogether = async (db: ApiDatabase, document: StoredDocument): Promise<StoredDocument[]> => {
  const made: StoredDocument[] = []
  for (const each of await documentsTogether(db, document)) {
    const isAsked = each.id === document.id
    if (isAsked || (each.status !== 'CANCELLED' && (await findUse(db, each.id)) !== undefined)) made.push(each)
  }
  return made
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
const inviteAll = async (
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
  for (const { id: participantId } of people) {
    const target = { userId, documentId, participantId }
    const others = await uninvitedTogether(db, target, now)
    await inviteFieldless(db, services, { ...target, others, body, now })
  }
  await db.updateTable('template_uses').set({ message: null }).where('document_id', '=', documentId).execute()
  return signers.size + people.length
}

/**
 * Invites in each document, in their order: a person who was invited in one is invited in its companions by the same mail.
 *
 * @returns how many people were invited
 */
export const inviteTogether = async (
  db: ApiDatabase,
  services: InvitingServices,
  { userId, documentIds }: { readonly userId: number; readonly documentIds: readonly number[] },
): Promise<number> => {
  let invited = 0
  for (const documentId of documentIds) invited += await inviteAll(db, services, { userId, documentId })
  return invited
}

/** A person of several documents is one. */
const countPeople = async (db: ApiDatabase, documents: readonly StoredDocument[], now: number): Promise<number> => {
  const people = new Set<string>()
  for (const { id } of documents) {
    const found = await uninvited(db, id, now)
    for (const key of found.signers.keys()) people.add(key)
    for (const participant of found.people) people.add(partKey(participant))
  }
  return people.size
}

const sentText = (invited: number): string => {
  if (invited === 0) return 'Todas las personas ya tenían su invitación'
  return invited === 1 ? 'Invitación enviada' : `${invited} invitaciones enviadas`
}

/**
 * Repeating it sends nothing twice: it invites only people without a valid invitation, all or none.
 *
 * The limit is counted before the transaction, so a refused sender has invited no one. A bulk job calls
 * `inviteTogether` and has a daily limit of rows instead.
 */
export const sendTemplateDocument = async (
  services: SendingDependencies,
  actor: OwnerActor,
  sending: Omit<DocumentSending, 'userId'>,
): Promise<ReplyOf<typeof sendTemplateDocumentCall>> => {
  const { db, clock, documentEvents, wakeMailWorker } = services
  const { userId } = actor
  const { documentId, count } = sending
  await useOf(db, { userId, documentId })
  const own = await ownDocument(db, userId, documentId)
  checkMayInvite(actor, own)
  const people = await countPeople(db, await madeTogether(db, own), clock())
  for (let person = 0; person < people; person += 1) await count()
  const { invited, ids } = await withSendingLocked(services, documentId, async () => {
    for (const each of await documentsTogether(db, own)) checkMayInvite(actor, each)
    const documentIds = (await madeTogether(db, own)).map(({ id }) => id)
    const invite = (transaction: ApiDatabase) => inviteTogether(transaction, services, { userId, documentIds })
    return { invited: await db.transaction().execute(invite), ids: documentIds }
  })
  if (invited > 0) {
    wakeMailWorker()
    for (const id of ids) documentEvents.publish(userId, { kind: 'changed', document_id: id })
  }
  const { sending_id: sendingId } = own
  return {
    success: true,
    invited,
    message: sentText(invited),
    ...(sendingId !== null && ids.length > 1 && { sending: { id: sendingId, documents: ids } }),
  }
}

import type { AddParticipantSchema, ChangeParticipantSchema, Participant } from 'shared/contract/participants'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import {
  type FieldlessParticipant,
  ownParticipant,
  type ParticipantRequest,
  participantsOf,
} from '../access/find-participant.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { waitForPendingSeal } from '../jobs/wait-for-pending-seal.ts'
import { checkParticipant } from '../participants/check-participant.ts'
import { invitationsFor, participantTarget } from '../participants/invited-person.ts'
import {
  logParticipantEdit,
  type ParticipantColumns,
  participantDetails,
  storeParticipant,
} from '../participants/store-participant.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { continueDocument } from '../signing-order/continue-document.ts'
import { viewParticipants } from './view-participant.ts'

type ParticipantAddition = v.InferOutput<typeof AddParticipantSchema>
type ParticipantChange = v.InferOutput<typeof ChangeParticipantSchema>

export type EditingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> &
  IssuingServices

const finishedText = 'Ya están todas las firmas de este documento: no se puede agregar ni cambiar a nadie.'

/** @throws ApiError DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, DOCUMENT_FINISHED */
const checkEditable = async (db: ApiDatabase, document: StoredDocument, now: number): Promise<void> => {
  checkNotCancelled(document)
  checkNotExpiredForOwner(document, now)
  const fields = await fieldsOf(db, document.id)
  if (fields.length > 0 && fields.every(({ signed_at }) => signed_at !== null))
    throw new ApiError('DOCUMENT_FINISHED', { message: finishedText })
}

const hasDetails = (row: FieldlessParticipant, { name, email, note, copy_when, turn }: ParticipantColumns): boolean =>
  row.name === name &&
  emailKey(row.email) === emailKey(email) &&
  row.note === note &&
  row.copy_when === copy_when &&
  row.turn === turn

const viewOne = async (db: ApiDatabase, document: StoredDocument, id: number, now: number): Promise<Participant> => {
  const found = (await viewParticipants(db, document, now)).find((one) => one.id === id)
  if (found === undefined) throw new ApiError('NOT_FOUND')
  return found
}

/**
 * Adds a participant without a field, in the caller's transaction, or returns an equal stored one.
 *
 * @throws ApiError VALIDATION, and as `checkEditable`
 */
export const addFieldless = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, body, now }: { userId: number; documentId: number; body: ParticipantAddition; now: number },
): Promise<Participant> => {
  const document = await ownDocument(db, userId, documentId)
  await checkEditable(db, document, now)
  const details = participantDetails(body.kind, body)
  const known = (await participantsOf(db, documentId)).find((row) => row.kind === body.kind && hasDetails(row, details))
  if (known !== undefined) return viewOne(db, document, known.id, now)
  await checkParticipant(db, document, body)
  const row = await storeParticipant(db, { userId, documentId, kind: body.kind, details, now })
  await refreshSearchText(db, documentId)
  // Signers who had the turn may have to wait now.
  await continueDocument(db, services, documentId, now)
  return viewOne(db, document, row.id, now)
}

const change = async (
  db: ApiDatabase,
  services: IssuingServices,
  request: ParticipantRequest & { readonly body: ParticipantChange; readonly now: number },
): Promise<Participant> => {
  const { userId, documentId, body, now } = request
  const { document, participant } = await ownParticipant(db, request)
  await checkEditable(db, document, now)
  const details = participantDetails(participant.kind, body)
  if (hasDetails(participant, details)) return viewOne(db, document, participant.id, now)
  if (!(await viewOne(db, document, participant.id, now)).can_change) throw new ApiError('PARTICIPANT_INVITED')
  await checkParticipant(db, document, { ...body, kind: participant.kind }, participant.id)
  await db.updateTable('participants').set(details).where('id', '=', participant.id).execute()
  await refreshSearchText(db, documentId)
  await logParticipantEdit(db, { kind: 'participant-changed', row: { ...participant, ...details }, userId, now })
  await continueDocument(db, services, documentId, now)
  return viewOne(db, document, participant.id, now)
}

/** In any state of the invitation. */
export const wasParticipantInvited = async (db: ApiDatabase, participantId: number): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where(invitationsFor(participantTarget(participantId)))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A row with invitations stays, because they refer to it. */
const remove = async (
  db: ApiDatabase,
  services: IssuingServices,
  request: ParticipantRequest & { readonly now: number },
): Promise<void> => {
  const { userId, documentId, now } = request
  const { document, participant } = await ownParticipant(db, request)
  checkNotCancelled(document)
  if (participant.answered_at !== null) throw new ApiError('PARTICIPANT_ANSWERED')
  await endInvitations(db, participantTarget(participant.id), now)
  if (await wasParticipantInvited(db, participant.id))
    await db.updateTable('participants').set({ removed_at: now }).where('id', '=', participant.id).execute()
  else await db.deleteFrom('participants').where('id', '=', participant.id).execute()
  await withdrawCopies(db, documentId, now)
  await refreshSearchText(db, documentId)
  await logParticipantEdit(db, { kind: 'participant-removed', row: participant, userId, now })
  await continueDocument(db, services, documentId, now)
}

const editDocument = async <Result>(
  services: EditingServices,
  target: { readonly userId: number; readonly documentId: number },
  edit: (transaction: ApiDatabase) => Promise<Result>,
): Promise<Result> => {
  const done = await changeTogether(services, target, edit)
  services.wakeMailWorker()
  return done
}

export const listParticipants = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<Participant[]> => viewParticipants(db, await ownDocument(db, userId, documentId), clock())

export const addParticipant = (
  services: EditingServices,
  target: { readonly userId: number; readonly documentId: number },
  body: ParticipantAddition,
): Promise<Participant> =>
  editDocument(services, target, (transaction) =>
    addFieldless(transaction, services, { ...target, body, now: services.clock() }),
  )

/** @throws ApiError NOT_FOUND, PARTICIPANT_INVITED, VALIDATION */
export const changeParticipant = (
  services: EditingServices,
  request: ParticipantRequest,
  body: ParticipantChange,
): Promise<Participant> =>
  editDocument(services, request, (transaction) =>
    change(transaction, services, { ...request, body, now: services.clock() }),
  )

/**
 * Removes a person with their invitation; a document that waited for them alone is sealed.
 *
 * @throws ApiError NOT_FOUND, DOCUMENT_CANCELLED, PARTICIPANT_ANSWERED
 */
export const removeParticipant = async (
  services: EditingServices & Pick<ApiServices, 'waitForSeal'>,
  request: ParticipantRequest,
): Promise<void> => {
  const { documentId } = request
  await editDocument(services, request, (transaction) =>
    remove(transaction, services, { ...request, now: services.clock() }),
  )
  await waitForPendingSeal(services, documentId)
}

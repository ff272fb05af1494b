import type { lapsedInvitationCall, ReplyOf } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { unsignedFieldsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import {
  type InvitationTarget,
  invitationsFor,
  participantTarget,
  signerTarget,
} from '../participants/invited-person.ts'
import { type FieldsElsewhere, openTogether } from '../sending-access/invitations-together.ts'
import { type PlacedPart, partsElsewhere } from '../sending-access/parts-elsewhere.ts'
import { withSendingLocked } from '../sending-access/sending-documents.ts'
import { type FoundInvitation, findInvitationByToken } from './find-invitation.ts'
import { inviteElsewhere, namesOfAsked, uninvitedElsewhere } from './invite-elsewhere.ts'
import { type IssuingServices, issueInvitation, issueParticipation } from './issue-invitation.ts'

const successorOf = async (
  db: ApiDatabase,
  target: InvitationTarget,
): Promise<{ id: number; email: string } | undefined> =>
  db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where(invitationsFor(target))
    .where('revoked_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/**
 * Expired, or replaced for the same address;
 * never revoked.
 */
const findLapsed = async (db: ApiDatabase, token: string, now: number): Promise<FoundInvitation> => {
  const found = await findInvitationByToken(db, token)
  const { invitation, field, person, document } = found
  const successor = await successorOf(db, person.target)
  const key = emailKey(invitation.email)
  const isSamePerson = successor !== undefined && [successor.email, person.email].every((to) => emailKey(to) === key)
  const isOver =
    field?.signed_at != null ||
    document.status === 'CANCELLED' ||
    isDeadlineOver(document, now) ||
    invitation.declined_at !== null
  const stands = successor?.id === invitation.id && invitation.expires_at > now
  if (isOver || !isSamePerson || stands) throw new ApiError('INVITATION_INVALID')
  return found
}

const asInvalid = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'NOT_FOUND' ? new ApiError('INVITATION_INVALID') : error

/** File name and owner, for the holder of an expired or replaced link. Any other link gets INVITATION_INVALID. */
export const readLapsed = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  token: string,
): Promise<ReplyOf<typeof lapsedInvitationCall>> => {
  try {
    const { document, owner } = await findLapsed(db, token, clock())
    return { original_filename: document.original_filename, owner_name: owner.name }
  } catch (error) {
    throw asInvalid(error)
  }
}

/** The person's fields whose invitations stand or expired: one new link serves all of them. */
const renewableFields = async (
  db: ApiDatabase,
  field: StoredField,
): Promise<readonly [StoredField, ...StoredField[]]> => {
  const [first, ...others] = await unsignedFieldsOfSigner(db, field)
  const renewable: StoredField[] = []
  for (const other of others) if ((await successorOf(db, signerTarget(other))) !== undefined) renewable.push(other)
  return [first, ...renewable]
}

/** A revoked invitation elsewhere stays revoked. */
const renewableElsewhere = async (db: ApiDatabase, field: StoredField, now: number): Promise<FieldsElsewhere[]> => {
  const renewable: FieldsElsewhere[] = []
  for (const { document, fields } of await uninvitedElsewhere(db, field, now)) {
    const theirs: StoredField[] = []
    for (const each of fields) if ((await successorOf(db, signerTarget(each))) !== undefined) theirs.push(each)
    const [first, ...others] = theirs
    if (first !== undefined) renewable.push({ document, fields: [first, ...others] })
  }
  return renewable
}

/** Of a person without a field: expired invitations elsewhere. */
const renewableParts = async (
  db: ApiDatabase,
  participant: FieldlessParticipant,
  now: number,
): Promise<PlacedPart[]> => {
  const open = new Set((await openTogether(db, { participant }, now)).map(({ target }) => target.participant_id))
  const renewable: PlacedPart[] = []
  for (const part of await partsElsewhere(db, participant)) {
    const { id } = part.participant
    const isOver = isDeadlineOver(part.document, now) || open.has(id)
    if (!isOver && (await successorOf(db, participantTarget(id))) !== undefined) renewable.push(part)
  }
  return renewable
}

const renew = async (
  db: ApiDatabase,
  services: IssuingServices,
  token: string,
  now: number,
): Promise<FoundInvitation> => {
  const found = await findLapsed(db, token, now)
  const { document, owner, invitation, field, participant } = found
  const facts = {
    ownerName: owner.name,
    personalMessage: invitation.personal_message,
    now,
    actor: `guest:${invitation.id}`,
  }
  if (field !== undefined) {
    const fields = await renewableFields(db, field)
    const renewed = { ...facts, reason: 'el firmante pidió un enlace nuevo' }
    const elsewhere = await renewableElsewhere(db, field, now)
    const alsoAsked = await namesOfAsked(db, elsewhere)
    const [first] = await issueInvitation(db, services, { ...renewed, document, fields, alsoAsked })
    if (first !== undefined) await inviteElsewhere(db, services, elsewhere, { first, facts: renewed })
  } else if (participant !== undefined)
    await issueParticipation(db, services, {
      ...facts,
      parts: [{ document, participant }, ...(await renewableParts(db, participant, now))],
      reason: 'la persona pidió un enlace nuevo',
    })
  return found
}

export type RenewingServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> &
  IssuingServices

/**
 * Mails a new link to the invited address; reveals nothing else.
 * @param onTarget rate limit per field or participant
 * @throws ApiError INVITATION_INVALID
 */
export const renewInvitation = async (
  services: RenewingServices,
  token: string,
  onTarget: (targetId: number) => Promise<unknown>,
): Promise<void> => {
  const { db, clock, documentEvents, wakeMailWorker } = services
  try {
    const { document: target, person } = await findLapsed(db, token, clock())
    await onTarget(person.target.field_id ?? person.target.participant_id ?? 0)
    const { document } = await withSendingLocked(services, target.id, () =>
      db.transaction().execute((transaction) => renew(transaction, services, token, clock())),
    )
    wakeMailWorker()
    documentEvents.publish(document.owner_id, { kind: 'changed', document_id: document.id })
  } catch (error) {
    throw asInvalid(error)
  }
}

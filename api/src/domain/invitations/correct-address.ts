import type { ReplyOf } from 'shared/contract'
import type { correctAddressCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import type { FieldlessParticipant } from '../access/find-participant.ts'
import { unsignedFieldsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import { participantAsInvited, signerAsInvited, targetFacts } from '../participants/invited-person.ts'
import { passToPerson } from '../participants/pass-field.ts'
import { passParticipant } from '../participants/pass-participant.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { type FieldsElsewhere, fieldsElsewhere } from '../sending-access/invitations-together.ts'
import { type PlacedPart, partsElsewhere } from '../sending-access/parts-elsewhere.ts'
import { checkMayAsk, findInvitable } from './find-invitable.ts'
import { type FoundInvitation, ownInvitation } from './find-invitation.ts'
import { inviteElsewhere, namesOfAsked } from './invite-elsewhere.ts'
import {
  type IssuedInvitation,
  type IssuingServices,
  issuedReply,
  issueInvitation,
  issueParticipation,
} from './issue-invitation.ts'
import { newestTo, personalMessageOf } from './newest-invitation.ts'

/** Of an invitation of the owner's document. */
interface Correction {
  readonly userId: number
  readonly documentId: number
  readonly invitationId: number
  readonly email: string
}

const sameAddress = (): ApiError =>
  new ApiError('VALIDATION', { message: 'Escribe una dirección distinta de la que ya tiene.' })

type AddressChange = Pick<Correction, 'email'> & { readonly actor: string; readonly now: number }

const passPart = async (
  db: ApiDatabase,
  { document, participant }: PlacedPart,
  { email, actor, now }: AddressChange,
): Promise<PlacedPart> => {
  const data = { ...targetFacts(participantAsInvited(participant)), email }
  await appendEvent(db, document.id, { at: now, kind: 'invitation-address-corrected', actor, data })
  const moved = await passParticipant(db, document, participant, { name: participant.name, email })
  await refreshSearchText(db, document.id)
  await withdrawCopies(db, document.id, now)
  return { document, participant: moved }
}

/** Of a participant without a field, in all documents of the sending; ended ones ask for nothing. */
const correctParticipant = async (
  db: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'mailLeaves'>,
  {
    invitation,
    document,
    person,
    owner,
    participant,
  }: FoundInvitation & { readonly participant: FieldlessParticipant },
  { userId, email, now }: Pick<Correction, 'userId' | 'email'> & { readonly now: number },
): Promise<IssuedInvitation> => {
  await checkMayAsk(db, services, document, now)
  if (invitation.revoked_at !== null) throw new ApiError('INVITATION_INVALID')
  if (invitation.used_at !== null) throw new ApiError('PARTICIPANT_ANSWERED')
  if (emailKey(email) === emailKey(person.email)) throw sameAddress()
  const { personal_message: personalMessage } = invitation
  const actor = `user:${userId}`
  const elsewhere = await partsElsewhere(db, participant)
  const own = await passPart(db, { document, participant }, { email, actor, now })
  const others: PlacedPart[] = []
  for (const part of elsewhere) {
    const passed = await passPart(db, part, { email, actor, now })
    const isInvited = (await newestTo(db, participantAsInvited(part.participant))) !== undefined
    if (isInvited && !isDeadlineOver(part.document, now)) others.push(passed)
  }
  const facts = { ownerName: owner.name, personalMessage, now, actor }
  const [issued] = await issueParticipation(db, services, { ...facts, parts: [own, ...others] })
  await rememberContact(db, userId, { name: person.name, email }, now)
  return issued
}

/** An address is the person's, not a field's. Ends the links of the earlier one. */
const passFields = async (
  db: ApiDatabase,
  { document, fields: [first, ...rest] }: FieldsElsewhere,
  { email, actor, now }: AddressChange,
): Promise<FieldsElsewhere> => {
  const passTo = async (one: StoredField): Promise<StoredField> => {
    const data = { ...targetFacts(signerAsInvited(one)), email }
    await appendEvent(db, document.id, { at: now, kind: 'invitation-address-corrected', actor, data })
    return passToPerson(db, document, one, { signer_name: one.signer_name, signer_email: email })
  }
  const moved: [StoredField, ...StoredField[]] = [await passTo(first)]
  for (const one of rest) moved.push(await passTo(one))
  await refreshSearchText(db, document.id)
  await refreshWaiting(db, document.id)
  await withdrawCopies(db, document.id, now)
  return { document, fields: moved }
}

const correct = async (
  db: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'mailLeaves'>,
  { userId, documentId, invitationId, email, now }: Correction & { readonly now: number },
): Promise<IssuedInvitation> => {
  const found = await ownInvitation(db, userId, documentId, invitationId)
  const { invitation, field, participant } = found
  if (participant !== undefined)
    return correctParticipant(db, services, { ...found, participant }, { userId, email, now })
  if (field === undefined) throw new ApiError('NOT_FOUND')
  const fieldId = field.id
  const { document, owner } = await findInvitable(db, { userId, documentId, fieldId, now })
  if (services.mailLeaves && owner.email_verified_at === null) throw new ApiError('EMAIL_NOT_VERIFIED')
  if (invitation.revoked_at !== null) throw new ApiError('INVITATION_INVALID')
  if (emailKey(email) === emailKey(field.signer_email)) throw sameAddress()
  const personalMessage = personalMessageOf(undefined, await newestTo(db, signerAsInvited(field)))
  const own = { document, fields: await unsignedFieldsOfSigner(db, field) }
  const elsewhere = await fieldsElsewhere(db, field)
  const facts = { ownerName: fullName(owner), personalMessage, now, actor: `user:${userId}` }
  const passed = await passFields(db, own, { ...facts, email })
  const passedElsewhere: FieldsElsewhere[] = []
  for (const theirs of elsewhere) passedElsewhere.push(await passFields(db, theirs, { ...facts, email }))
  const alsoAsked = await namesOfAsked(db, passedElsewhere)
  const [issued] = await issueInvitation(db, services, { ...facts, ...passed, alsoAsked })
  if (issued === undefined) throw new Error('issueInvitation issued none')
  await inviteElsewhere(db, services, passedElsewhere, { first: issued, facts })
  await rememberContact(db, userId, { name: field.signer_name, email }, now)
  return issued
}

/**
 * Ends the links of the wrong address and invites the same person at another one, in one transaction.
 *
 * @throws ApiError NOT_FOUND, FIELD_SIGNED, INVITATION_INVALID (revoked), VALIDATION, EMAIL_NOT_VERIFIED, and as
 * `findInvitable`
 */
export const correctAddress = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'mailLeaves'> &
    IssuingServices,
  correction: Correction,
): Promise<ReplyOf<typeof correctAddressCall>> => {
  const issued = await changeTogether(services, correction, (transaction) =>
    correct(transaction, services, { ...correction, now: services.clock() }),
  )
  services.wakeMailWorker()
  return issuedReply(issued)
}

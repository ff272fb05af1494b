import type { ReplyOf, SendInvitationSchema, sendInvitationCall } from 'shared/contract'
import type * as v from 'valibot'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { checkMayInvite } from '../access/invite-by-api-client.ts'
import { invitationsOfSigner, isInvitedSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { signerAsInvited } from '../participants/invited-person.ts'
import { changeTogether } from '../sending-access/change-together.ts'
import { logSendingStart } from '../sending-access/log-sending.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import { askCertificate } from './ask-certificate.ts'
import { findInvitable } from './find-invitable.ts'
import { inviteNewAlternates } from './invite-alternates.ts'
import { inviteElsewhere, namesOfAsked, uninvitedElsewhere } from './invite-elsewhere.ts'
import {
  type IssuedInvitation,
  type IssuingServices,
  issuedReply,
  issueInvitation,
  type NewInvitation,
} from './issue-invitation.ts'
import { newestTo, personalMessageOf } from './newest-invitation.ts'
import { startProcessing } from './start-processing.ts'

export type InvitationRequest = v.InferOutput<typeof SendInvitationSchema>

/** @throws ApiError VALIDATION for a field of another person; as `findInvitable` */
const otherInvitables = async (
  db: ApiDatabase,
  field: StoredField,
  { userId, documentId, request, now }: SignerToInvite,
): Promise<StoredField[]> => {
  const others: StoredField[] = []
  for (const fieldId of new Set(request.other_fields)) {
    if (fieldId === field.id) continue
    const { field: other } = await findInvitable(db, { userId, documentId, fieldId, now })
    if (!isInvitedSigner(field, other)) throw invalidInput('other_fields', 'Los campos no son de la misma persona.')
    others.push(other)
  }
  return others
}

/** Milliseconds. The page sends one call for each field of a person; all belong to the first one's mail. */
const SAME_SENDING = MINUTE_MS

/**
 * A call that names the same fields as one before repeats it: nothing is sent again.
 * @returns undefined if a mail is due
 */
const repeatedSending = async (
  db: ApiDatabase,
  fields: readonly [StoredField, ...StoredField[]],
  now: number,
): Promise<IssuedInvitation | undefined> => {
  const [field] = fields
  if (fields.length === 1) return undefined
  const open = await invitationsOfSigner(db, field, now)
  const own = open.find((one) => one.field.id === field.id)?.invitation
  if (own === undefined || own.created_at <= now - SAME_SENDING) return undefined
  const sent = open.filter(({ invitation }) => invitation.created_at === own.created_at).map((one) => one.field.id)
  if (sent.length !== fields.length || fields.some(({ id }) => !sent.includes(id))) return undefined
  const mail = db
    .selectFrom('outbox')
    .select('state')
    .where('id', '=', own.mail_id ?? 0)
  if ((await mail.executeTakeFirst())?.state === 'failed') return undefined
  return { person: signerAsInvited(field), expiresAt: own.expires_at, waits: own.turn_at === null, mailId: own.mail_id }
}

/** With their alternates, and to the other documents of the sending by the same mail. */
const inviteTogether = async (
  db: ApiDatabase,
  services: IssuingServices,
  invited: NewInvitation,
): Promise<IssuedInvitation> => {
  const { document, fields, ...facts } = invited
  const elsewhere = await uninvitedElsewhere(db, fields[0], facts.now)
  const alsoAsked = await namesOfAsked(db, elsewhere)
  const [first] = await issueInvitation(db, services, { ...invited, alsoAsked })
  if (first === undefined) throw new Error('issueInvitation issued none')
  await inviteNewAlternates(db, services, invited)
  await inviteElsewhere(db, services, elsewhere, { first, facts })
  return first
}

/** `request` names the signer by one field. */
interface SignerToInvite {
  readonly userId: number
  readonly documentId: number
  readonly request: InvitationRequest
  readonly now: number
}

/**
 * Invites one signer in the caller's transaction. Without SMTP no confirmed address is needed: no mail leaves.
 *
 * @throws ApiError EMAIL_NOT_VERIFIED, VALIDATION, and as `findInvitable`
 */
export const inviteSigner = async (
  db: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'mailLeaves'>,
  wanted: SignerToInvite,
): Promise<IssuedInvitation> => {
  const { userId, documentId, request, now } = wanted
  const { document, field, owner } = await findInvitable(db, { userId, documentId, fieldId: request.field_id, now })
  if (emailKey(request.email) !== emailKey(field.signer_email))
    throw invalidInput('email', 'El email no es el del firmante de este campo.')
  const others = await otherInvitables(db, field, wanted)
  const repeated = await repeatedSending(db, [field, ...others], now)
  if (repeated !== undefined) return repeated
  if (services.mailLeaves && owner.email_verified_at === null) throw new ApiError('EMAIL_NOT_VERIFIED')
  await askCertificate(db, [field, ...others], request.certificate_identification)
  await logSendingStart(db, document, { now, actor: `user:${userId}` })
  await startProcessing(db, document)
  await refreshWaiting(db, documentId)
  const personalMessage = personalMessageOf(request.message, await newestTo(db, signerAsInvited(field)))
  const facts = { ownerName: fullName(owner), personalMessage, now, actor: `user:${userId}` }
  const issued = await inviteTogether(db, services, { ...facts, document, fields: [field, ...others] })
  await rememberContact(db, userId, { name: field.signer_name, email: field.signer_email }, now)
  return issued
}

/** Takes address, link and place from the server, never from the request. */
export const sendInvitation = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'mailLeaves'> &
    IssuingServices,
  actor: OwnerActor,
  documentId: number,
  request: InvitationRequest,
): Promise<ReplyOf<typeof sendInvitationCall>> => {
  const { clock, wakeMailWorker } = services
  const { userId } = actor
  const issued = await changeTogether(services, { userId, documentId }, async (db) => {
    const own = await ownDocument(db, userId, documentId)
    for (const each of await documentsTogether(db, own)) checkMayInvite(actor, each)
    return inviteSigner(db, services, { userId, documentId, request, now: clock() })
  })
  wakeMailWorker()
  return issuedReply(issued)
}

import type { BodyOf } from 'shared/contract'
import type { inviteAlternateCall } from 'shared/contract/alternates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { type AlternateRequest, ownAlternate } from '../access/alternates.ts'
import { unsignedFieldsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { checkMayAsk, findInvitable } from '../invitations/find-invitable.ts'
import type { InvitingServices } from '../invitations/invite-under-lock.ts'
import { type IssuedInvitation, issueInvitation } from '../invitations/issue-invitation.ts'
import { newestTo, personalMessageOf } from '../invitations/newest-invitation.ts'
import { startProcessing } from '../invitations/start-processing.ts'
import { signerAsInvited } from '../participants/invited-person.ts'

type MessageBody = BodyOf<typeof inviteAlternateCall>

/** One mail serves all places of the person; not those whose invitation the owner revoked or the person declined. */
const otherPlaces = async (db: ApiDatabase, field: StoredField): Promise<StoredField[]> => {
  const asked: StoredField[] = []
  for (const other of await unsignedFieldsOfSigner(db, field)) {
    if (other.id === field.id || other.alternate_id === null) continue
    const newest = await newestTo(db, signerAsInvited(other))
    if (newest === undefined || newest.revoked_at === null) asked.push(other)
  }
  return asked
}

/**
 * Mails the link, or prepares the mail of a later turn, in the caller's transaction. Inviting again replaces the link.
 *
 * @throws ApiError NOT_FOUND, and as `findInvitable` and `checkMayAsk`
 */
export const inviteAlternate = async (
  db: ApiDatabase,
  services: InvitingServices,
  request: AlternateRequest & { readonly body: MessageBody; readonly now: number },
): Promise<IssuedInvitation> => {
  const { userId, documentId, body, now } = request
  const { field } = await ownAlternate(db, request)
  const { document, owner } = await findInvitable(db, { userId, documentId, fieldId: field.id, now })
  await checkMayAsk(db, services, document, now)
  await startProcessing(db, document)
  const personalMessage = personalMessageOf(body.message, await newestTo(db, signerAsInvited(field)))
  const facts = { document, ownerName: fullName(owner), personalMessage, now, actor: `user:${userId}` }
  const fields = [field, ...(await otherPlaces(db, field))] as const
  const [issued] = await issueInvitation(db, services, { ...facts, fields })
  await refreshWaiting(db, documentId)
  await rememberContact(db, userId, { name: field.signer_name, email: field.signer_email }, now)
  if (issued === undefined) throw new Error('issueInvitation issued none')
  return issued
}

import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { alternatesOf, fieldForEach } from '../access/alternates.ts'
import { fieldsBySigner } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { invitationsFor, signerTarget } from '../participants/invited-person.ts'
import { type IssuingServices, issueInvitation, type NewInvitation } from './issue-invitation.ts'

const wasNeverInvited = async (db: ApiDatabase, field: StoredField): Promise<boolean> =>
  (await db
    .selectFrom('invitations')
    .select('id')
    .where(invitationsFor(signerTarget(field)))
    .limit(1)
    .executeTakeFirst()) === undefined

/**
 * Invites those who may sign `fields` in the place of their signer and were never invited, each by one mail, in the
 * caller's transaction.
 */
export const inviteNewAlternates = async (
  db: ApiDatabase,
  services: IssuingServices,
  { fields, ...invited }: NewInvitation,
): Promise<void> => {
  const alternates = await alternatesOf(db, invited.document.id)
  const asked: StoredField[] = []
  for (const field of fields.flatMap((each) => fieldForEach(each, alternates)))
    if (field.alternate_id !== null && (await wasNeverInvited(db, field))) asked.push(field)
  for (const own of fieldsBySigner(asked).values()) {
    await issueInvitation(db, services, { ...invited, fields: own })
    const [{ signer_name: name, signer_email: email }] = own
    await rememberContact(db, invited.document.owner_id, { name, email }, invited.now)
  }
}

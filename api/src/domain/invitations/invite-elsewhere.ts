import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { hasTurn } from '../access/check-turn.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { type FieldsElsewhere, fieldsElsewhere } from '../sending-access/invitations-together.ts'
import { inviteNewAlternates } from './invite-alternates.ts'
import { type IssuedInvitation, type IssuingServices, issueInvitation, type NewInvitation } from './issue-invitation.ts'
import { startProcessing } from './start-processing.ts'

/** Those of the person's fields elsewhere that no open invitation names. */
export const uninvitedElsewhere = async (
  db: ApiDatabase,
  field: StoredField,
  now: number,
): Promise<FieldsElsewhere[]> => {
  const uninvited: FieldsElsewhere[] = []
  for (const { document, fields } of await fieldsElsewhere(db, field)) {
    if (document.deadline !== null && document.deadline <= now) continue
    const open = await invitationsOfSigner(db, fields[0], now)
    const [first, ...others] = fields.filter((one) => open.every((each) => each.field.id !== one.id))
    if (first !== undefined) uninvited.push({ document, fields: [first, ...others] })
  }
  return uninvited
}

/** Names of those documents that the person may sign now: one mail asks for them all. */
export const namesOfAsked = async (db: ApiDatabase, elsewhere: readonly FieldsElsewhere[]): Promise<string[]> => {
  const names: string[] = []
  for (const { document, fields } of elsewhere) {
    const turns = await Promise.all(fields.map((field) => hasTurn(db, field)))
    if (turns.includes(true)) names.push(document.original_filename)
  }
  return names
}

/**
 * Invites the person to other documents of the sending, by the mail that was written for the first one, in the caller's
 * transaction and under the locks of the whole sending.
 *
 * @param first what the person was just invited with; without a mail, because its turn comes later, another document
 *   whose turn has come writes it
 */
export const inviteElsewhere = async (
  db: ApiDatabase,
  services: IssuingServices,
  elsewhere: readonly FieldsElsewhere[],
  { first, facts }: { readonly first: IssuedInvitation; readonly facts: Omit<NewInvitation, 'document' | 'fields'> },
): Promise<void> => {
  let sharedMail = first.mailId
  for (const { document, fields } of elsewhere) {
    await startProcessing(db, document)
    await refreshWaiting(db, document.id)
    const invited = { ...facts, document, fields, sharedMail }
    const issued = await issueInvitation(db, services, invited)
    sharedMail ??= issued.find(({ mailId }) => mailId !== null)?.mailId ?? null
    await inviteNewAlternates(db, services, { ...facts, document, fields })
  }
}

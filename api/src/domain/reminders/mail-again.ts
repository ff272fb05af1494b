import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import type { MailMessage } from '../../platform/mail/message.ts'
import type { ApiServices } from '../../platform/services.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import type { ComposedInvitation } from '../invitations/compose-invitation.ts'
import { derivedInvitation } from '../invitations/derived-invitation.ts'
import type { FoundInvitation } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { enqueueMail } from '../mail/outbox.ts'

export type ReminderServices = Pick<ApiServices, 'publicUrl' | 'invitationTokens'>

interface Repeated {
  readonly kind: MailKind
  readonly compose: (composed: ComposedInvitation) => MailMessage
  readonly now: number
}

/** In the caller's transaction. */
export const mailAgain = async (
  db: ApiDatabase,
  services: ReminderServices,
  { invitation, person, field, document, owner }: FoundInvitation,
  { kind, compose, now }: Repeated,
): Promise<void> => {
  const { original_filename: filename } = document
  const { personal_message: personalMessage, expires_at: expiresAt } = invitation
  const id = await derivedInvitation(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const links = invitationLinks(services.publicUrl, { documentId: document.id, filename, target: person.target, token })
  const open = field === undefined ? [] : await invitationsOfSigner(db, field, now)
  const fieldCount = open.filter((each) => each.invitation.turn_at !== null).length
  const composed = { document, person, ownerName: owner.name, personalMessage, expiresAt, fieldCount, links }
  const message = compose(composed)
  const to = { name: person.name, address: person.email }
  const mail = { kind, documentId: document.id, to, message }
  await enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: links.unsubscribe } }, now)
}

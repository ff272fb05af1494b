import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import type { MailMessage } from '../../platform/mail/message.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findDocumentById } from '../access/document-access.ts'
import type { ComposedInvitation } from '../invitations/compose-invitation.ts'
import { derivedInvitation } from '../invitations/derived-invitation.ts'
import type { FoundInvitation } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { type AskedTogether, openTogether } from '../sending-access/invitations-together.ts'

export type ReminderServices = Pick<ApiServices, 'publicUrl' | 'invitationTokens'>

interface Repeated {
  readonly kind: MailKind
  readonly compose: (composed: ComposedInvitation) => MailMessage
  readonly now: number
}

const hasComeToTurn = ({ invitation }: AskedTogether): boolean => invitation.turn_at !== null

const otherNames = async (db: ApiDatabase, asked: readonly AskedTogether[], ownId: number): Promise<string[]> => {
  const names: string[] = []
  for (const id of new Set(asked.map(({ invitation }) => invitation.document_id))) {
    const document = id === ownId ? undefined : await findDocumentById(db, id)
    if (document !== undefined) names.push(document.original_filename)
  }
  return names
}

/** In the caller's transaction. */
export const mailAgain = async (
  db: ApiDatabase,
  services: ReminderServices,
  found: FoundInvitation,
  { kind, compose, now }: Repeated,
): Promise<void> => {
  const { invitation, person, document, owner } = found
  const { original_filename: filename } = document
  const { personal_message: personalMessage, expires_at: expiresAt } = invitation
  const id = await derivedInvitation(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const links = invitationLinks(services.publicUrl, { documentId: document.id, filename, target: person.target, token })
  const asked = (await openTogether(db, found, now)).filter(hasComeToTurn)
  const own = asked.filter((each) => each.invitation.document_id === document.id)
  const alsoAsked = await otherNames(db, asked, document.id)
  const facts = { document, person, ownerName: owner.name, personalMessage, expiresAt, fieldCount: own.length }
  const composed = { ...facts, alsoAsked, links }
  const message = compose(composed)
  const to = { name: person.name, address: person.email }
  const mail = { kind, documentId: document.id, to, message }
  await enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: links.unsubscribe } }, now)
}

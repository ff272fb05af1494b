import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { participantsOf } from '../access/find-participant.ts'
import { composeFinalCopy } from '../invitations/compose-invitation.ts'
import { findInvitation } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { type IssuingServices, logCopy } from '../invitations/issue-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationsFor, participantTarget } from '../participants/invited-person.ts'

const mailCopy = async (
  db: ApiDatabase,
  { publicUrl, invitationTokens, invitationLife }: IssuingServices,
  invitationId: number,
  now: number,
): Promise<void> => {
  const { document, owner, person, invitation } = await findInvitation(db, invitationId)
  const expiresAt = now + invitationLife
  const token = invitationTokens.tokenOf(invitationId)
  const filename = document.original_filename
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, target: person.target, token })
  const message = composeFinalCopy({
    document,
    person,
    ownerName: owner.name,
    personalMessage: invitation.personal_message,
    expiresAt,
    fieldCount: 1,
    links,
  })
  const to = { name: person.name, address: person.email }
  const mail = { kind: 'invitation', documentId: document.id, to, message } as const
  const mailId = await enqueueMail(
    db,
    { ...mail, invitation: { id: invitationId, unsubscribeUrl: links.unsubscribe } },
    now,
  )
  await db
    .updateTable('invitations')
    .set({ turn_at: now, expires_at: expiresAt, mail_id: mailId })
    .where('id', '=', invitationId)
    .execute()
  await logCopy(db, person, now)
}

/** To those who were invited to a copy of the complete document, by their own link, in the caller's transaction. */
export const sendFinalCopies = async (
  db: ApiDatabase,
  services: IssuingServices,
  documentId: number,
  now: number,
): Promise<void> => {
  for (const { id, kind, copy_when } of await participantsOf(db, documentId)) {
    if (kind !== 'copia' || copy_when === 'sent') continue
    const invitation = await db
      .selectFrom('invitations')
      .select('id')
      .where(invitationsFor(participantTarget(id)))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (invitation !== undefined) await mailCopy(db, services, invitation.id, now)
  }
}

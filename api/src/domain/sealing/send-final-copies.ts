import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { participantsOf } from '../access/find-participant.ts'
import { composeFinalCopy } from '../invitations/compose-invitation.ts'
import { findInvitation } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { type IssuingServices, logCopy } from '../invitations/issue-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationsFor, participantTarget } from '../participants/invited-person.ts'
import { partKey } from '../sending-access/parts-elsewhere.ts'

/** The link is that of the first invitation; its page lists the other documents. */
const mailCopies = async (
  db: ApiDatabase,
  { publicUrl, invitationTokens, invitationLife }: IssuingServices,
  [invitationId, ...others]: readonly [number, ...number[]],
  now: number,
): Promise<void> => {
  const { document, owner, person, invitation } = await findInvitation(db, invitationId)
  const found = await Promise.all(others.map((id) => findInvitation(db, id)))
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
    alsoAsked: found.map((each) => each.document.original_filename),
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
    .where('id', 'in', [invitationId, ...others])
    .execute()
  for (const each of [person, ...found.map((other) => other.person)]) await logCopy(db, each, now)
}

/** Who waits for the copy of a document: the key of the person, and the invitation. */
const waitingCopies = async (db: ApiDatabase, documentId: number): Promise<{ key: string; id: number }[]> => {
  const document = db.selectFrom('documents').select('completed_at').where('id', '=', documentId)
  const completedAt = (await document.executeTakeFirstOrThrow()).completed_at
  const waiting: { key: string; id: number }[] = []
  for (const participant of await participantsOf(db, documentId)) {
    if (participant.kind !== 'copia' || participant.copy_when === 'sent') continue
    const invitation = await db
      .selectFrom('invitations')
      .select('id')
      .where(invitationsFor(participantTarget(participant.id)))
      .where('revoked_at', 'is', null)
      // In a sending: invited again after the document was complete, and so mailed.
      .where((eb) => eb.or([eb('turn_at', 'is', null), eb('turn_at', '<=', completedAt)]))
      .executeTakeFirst()
    if (invitation !== undefined) waiting.push({ key: partKey(participant), id: invitation.id })
  }
  return waiting
}

/**
 * To those who were invited to copies of these complete documents, by their own link, in the caller's transaction: one
 * mail a person. The files are not attached, so a copy that is revoked before the mail leaves is not sent.
 */
export const sendFinalCopies = async (
  db: ApiDatabase,
  services: IssuingServices,
  documentIds: readonly number[],
  now: number,
): Promise<void> => {
  const waiting: { key: string; id: number }[] = []
  for (const id of documentIds) waiting.push(...(await waitingCopies(db, id)))
  for (const own of Map.groupBy(waiting, ({ key }) => key).values()) {
    const [first, ...others] = own.map(({ id }) => id)
    if (first !== undefined) await mailCopies(db, services, [first, ...others], now)
  }
}

import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor } from '../../platform/http/actor.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { EndingServices } from '../cancellation/cancel-document.ts'
import { type CancellationAudience, endDocument } from '../cancellation/end-document.ts'
import { checkOpenInvitation, type FoundInvitation, guestInvitation } from '../invitations/find-invitation.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { distinctRecipients, enqueueMail, type MailRecipient } from '../mail/outbox.ts'
import {
  declinedToGuestMessage,
  declinedToOthersMessage,
  declinedToOwnerMessage,
} from '../mail/templates/document-declined.ts'
import { targetFacts } from '../participants/invited-person.ts'
import { goOnElsewhere } from '../sealing/go-on-elsewhere.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import { leaveToOthers } from './leave-to-others.ts'

interface Refusal {
  readonly fieldId: number
  readonly reason: string
}

const mailEveryone = async (
  db: ApiDatabase,
  publicUrl: string,
  { invitation, person, document, owner }: FoundInvitation,
  { reason, others, now }: { reason: string; others: readonly CancellationAudience[]; now: number },
): Promise<void> => {
  const isApproval = person.role !== 'firma'
  const declined = { isApproval, declinerName: person.name, filename: document.original_filename, reason }
  const guest: MailRecipient = { name: person.name, address: invitation.email }
  const partOf = (key: string) => others.find(({ address }) => emailKey(address) === key) ?? { hasSigned: false }
  const messageFor = ({ address }: MailRecipient) => {
    const key = emailKey(address)
    if (key === emailKey(owner.address))
      return declinedToOwnerMessage({ ...declined, url: `${publicUrl}${href.dashboard()}` })
    if (key === emailKey(guest.address)) return declinedToGuestMessage({ ...declined, ownerName: owner.name })
    return declinedToOthersMessage({ ...declined, ...partOf(key) })
  }
  for (const to of distinctRecipients([owner, guest, ...others])) {
    const mail = { kind: 'document-declined', documentId: document.id, to, message: messageFor(to) } as const
    await enqueueMail(db, mail, now)
  }
}

/**
 * A signer declines or an approval is refused: ends the document, in the caller's transaction.
 *
 * @throws ApiError if the invitation is not open
 */
export const refuseDocument = async (
  db: ApiDatabase,
  services: IssuingServices,
  found: FoundInvitation,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> => {
  checkOpenInvitation(found, now)
  const { invitation, person, document } = found
  await db
    .updateTable('invitations')
    .set({ declined_at: now, decline_reason: reason, proposed_at: null })
    .where('id', '=', invitation.id)
    .execute()
  const others = await endDocument(db, { document, by: person.name, reason, now })
  const event = { at: now, actor: `guest:${invitation.id}`, data: { ...targetFacts(person), reason } }
  const kind = person.role === 'firma' ? 'invitation-declined' : 'document-rejected'
  await appendEvent(db, document.id, { ...event, kind })
  await appendEvent(db, document.id, { ...event, kind: 'document-cancelled' })
  await mailEveryone(db, services.publicUrl, found, { reason, others, now })
  await goOnElsewhere(db, services, document, now)
}

const decline = async (
  db: ApiDatabase,
  services: IssuingServices,
  { actor, fieldId, reason, now }: Refusal & { actor: GuestActor; now: number },
): Promise<FoundInvitation> => {
  const found = await guestInvitation(db, actor, fieldId)
  checkOpenInvitation(found, now)
  if (await leaveToOthers(db, services.publicUrl, found, { reason, now })) return found
  await refuseDocument(db, services, found, { reason, now })
  return found
}

/** Cancels the document and notifies everyone, unless others may sign in the place of the person. */
export const declineInvitation = async (
  services: EndingServices,
  actor: GuestActor,
  refusal: Refusal,
): Promise<void> => {
  const { result, ids } = await transactTogether(services, actor.documentId, (transaction) =>
    decline(transaction, services, { actor, ...refusal, now: services.clock() }),
  )
  services.wakeMailWorker()
  publishTogether(services, result.document.owner_id, ids)
}

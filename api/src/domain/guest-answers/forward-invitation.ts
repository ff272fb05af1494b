import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor } from '../../platform/http/actor.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { appendEvent } from '../audit/append-event.ts'
import { checkOpenInvitation, type FoundInvitation, guestInvitation } from '../invitations/find-invitation.ts'
import { proposalOf } from '../invitations/proposal.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { proposalMessage } from '../mail/templates/proposal.ts'

interface Forwarding {
  readonly fieldId: number
  readonly name: string
  readonly email: string
  readonly note: string
}

const checkProposed = ({ invitation, field }: FoundInvitation, email: string): void => {
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const own = [invitation.email, field.signer_email].map(emailKey)
  if (own.includes(emailKey(email)))
    throw invalidInput('email', 'Ese es tu propio email. Escribe el de la otra persona.')
}

const isWaiting = ({ invitation }: FoundInvitation, { name, email, note }: Forwarding): boolean => {
  const waiting = proposalOf(invitation)
  return waiting?.name === name && waiting.email === email && (invitation.proposal_note ?? '') === note
}

const propose = async (
  db: ApiDatabase,
  publicUrl: string,
  { actor, now, ...given }: Forwarding & { readonly actor: GuestActor; readonly now: number },
): Promise<FoundInvitation | undefined> => {
  const found = await guestInvitation(db, actor, given.fieldId)
  checkOpenInvitation(found, now)
  checkProposed(found, given.email)
  if (isWaiting(found, given)) return undefined
  const { invitation, field, document, owner } = found
  const { name, email, note } = given
  await db
    .updateTable('invitations')
    .set({ proposed_at: now, proposed_name: name, proposed_email: email, proposal_note: note })
    .where('id', '=', invitation.id)
    .execute()
  const message = proposalMessage({
    guestName: field.signer_name,
    filename: document.original_filename,
    proposed: { name, email },
    note,
    url: `${publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(db, { kind: 'proposal', documentId: document.id, to: owner, message }, now)
  const data = { field: field.id, name, email }
  await appendEvent(db, document.id, { at: now, kind: 'proposal-made', actor: `guest:${invitation.id}`, data })
  return found
}

/** The invitation stays open until the owner decides. */
export const forwardInvitation = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl'>,
  actor: GuestActor,
  forwarding: Forwarding,
): Promise<void> => {
  const { db, clock, locks, documentEvents, wakeMailWorker, publicUrl } = services
  const found = await locks.run(actor.documentId, () =>
    db.transaction().execute((transaction) => propose(transaction, publicUrl, { ...forwarding, actor, now: clock() })),
  )
  if (found === undefined) return
  wakeMailWorker()
  documentEvents.publish(found.document.owner_id, { kind: 'changed', document_id: found.document.id })
}

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
import { targetFacts } from '../participants/invited-person.ts'

/** Whom the guest names in their place, and why. */
export interface ProposedForwarding {
  readonly name: string
  readonly email: string
  readonly note: string
}

interface Forwarding extends ProposedForwarding {
  readonly fieldId: number
}

const checkProposed = ({ invitation, person, owner }: FoundInvitation, email: string): void => {
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const own = [invitation.email, person.email].map(emailKey)
  if (own.includes(emailKey(email)))
    throw invalidInput('email', 'Ese es tu propio email. Escribe el de la otra persona.')
  if (person.role !== 'firma' && emailKey(owner.address) === emailKey(email))
    throw invalidInput('email', 'Ese es el email de quien te lo envió. Escribe el de la otra persona.')
}

const isWaiting = ({ invitation }: FoundInvitation, { name, email, note }: ProposedForwarding): boolean => {
  const waiting = proposalOf(invitation)
  return waiting?.name === name && waiting.email === email && (invitation.proposal_note ?? '') === note
}

/**
 * Tells the owner whom the guest proposes, in the caller's transaction.
 *
 * @returns false if the same proposal waits already
 * @throws ApiError VALIDATION, and if the invitation is not open
 */
export const propose = async (
  db: ApiDatabase,
  publicUrl: string,
  found: FoundInvitation,
  { now, ...given }: ProposedForwarding & { readonly now: number },
): Promise<boolean> => {
  checkOpenInvitation(found, now)
  checkProposed(found, given.email)
  if (isWaiting(found, given)) return false
  const { invitation, person, document, owner } = found
  const { name, email, note } = given
  await db
    .updateTable('invitations')
    .set({ proposed_at: now, proposed_name: name, proposed_email: email, proposal_note: note })
    .where('id', '=', invitation.id)
    .execute()
  const message = proposalMessage({
    role: person.role,
    guestName: person.name,
    filename: document.original_filename,
    proposed: { name, email },
    note,
    url: `${publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(db, { kind: 'proposal', documentId: document.id, to: owner, message }, now)
  const data = { ...targetFacts(person), name, email }
  await appendEvent(db, document.id, { at: now, kind: 'proposal-made', actor: `guest:${invitation.id}`, data })
  return true
}

/** The invitation stays open until the owner decides. */
export const forwardInvitation = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker' | 'publicUrl'>,
  actor: GuestActor,
  forwarding: Forwarding,
): Promise<void> => {
  const { db, clock, locks, documentEvents, wakeMailWorker, publicUrl } = services
  const { fieldId, ...given } = forwarding
  const found = await locks.run(actor.documentId, () =>
    db.transaction().execute(async (transaction) => {
      const invited = await guestInvitation(transaction, actor, fieldId)
      return (await propose(transaction, publicUrl, invited, { ...given, now: clock() })) ? invited : undefined
    }),
  )
  if (found === undefined) return
  wakeMailWorker()
  documentEvents.publish(found.document.owner_id, { kind: 'changed', document_id: found.document.id })
}

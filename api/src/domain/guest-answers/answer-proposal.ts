import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { rememberContact } from '../contacts/remember-contact.ts'
import { forgetDrafts } from '../documents/form-drafts.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import {
  checkOpenForOwner,
  type FoundInvitation,
  type FoundSigner,
  ownInvitation,
} from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { type IssuingServices, issueInvitation, issueParticipation } from '../invitations/issue-invitation.ts'
import { type ProposedSigner, proposalOf } from '../invitations/proposal.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { invitationReplacedMessage, proposalRefusedMessage } from '../mail/templates/proposal.ts'
import { type InvitationTarget, invitationsFor, signerTarget, targetFacts } from '../participants/invited-person.ts'
import { passToPerson } from '../participants/pass-field.ts'
import { passParticipant } from '../participants/pass-participant.ts'

interface Answer {
  readonly userId: number
  readonly documentId: number
  readonly invitationId: number
  readonly accepted: boolean
}

interface Turn {
  readonly proposal: ProposedSigner
  readonly userId: number
  readonly now: number
}

const guestOf = ({ invitation, person }: FoundInvitation) => ({ name: person.name, address: invitation.email })

/** All open fields of the guest go to the proposed person, by one mail. */
const replaceSigner = async (
  db: ApiDatabase,
  found: FoundSigner,
  { proposal, now }: Turn,
): Promise<readonly [StoredField, ...StoredField[]]> => {
  const signer = { signer_name: proposal.name, signer_email: proposal.email }
  const others = (await invitationsOfSigner(db, found.field, now)).filter(({ field }) => field.id !== found.field.id)
  const first = await passToPerson(db, found.document, found.field, signer)
  const rest: StoredField[] = []
  for (const { field } of others) rest.push(await passToPerson(db, found.document, field, signer))
  for (const field of [first, ...rest]) {
    // Values for one person are not shown to another. An alternate has none.
    if (field.alternate_id === null) await forgetDrafts(db, field.id)
    const own = invitationsFor(signerTarget(field))
    await db.updateTable('invitations').set({ proposed_at: null }).where(own).execute()
  }
  return [first, ...rest]
}

const accept = async (
  db: ApiDatabase,
  services: IssuingServices,
  found: FoundInvitation,
  turn: Turn,
): Promise<void> => {
  const { proposal, userId, now } = turn
  const { document, owner, field, participant, person } = found
  const actor = `user:${userId}`
  const next = { document, ownerName: owner.name, personalMessage: null, proposedBy: person.name, now, actor }
  const logAccepted = async (target: InvitationTarget): Promise<void> => {
    const data = { ...targetFacts({ target, role: person.role }), name: proposal.name, email: proposal.email }
    await appendEvent(db, document.id, { at: now, actor, kind: 'proposal-accepted', data })
  }
  if (field !== undefined) {
    const fields = await replaceSigner(db, { ...found, field }, turn)
    await refreshSearchText(db, document.id)
    await refreshWaiting(db, document.id)
    for (const each of fields) await logAccepted(signerTarget(each))
    await issueInvitation(db, services, { ...next, fields })
  } else if (participant !== undefined) {
    const passed = await passParticipant(db, document, participant, proposal)
    await refreshSearchText(db, document.id)
    await logAccepted(person.target)
    await db.updateTable('invitations').set({ proposed_at: null }).where(invitationsFor(person.target)).execute()
    await issueParticipation(db, services, { ...next, parts: [{ document, participant: passed }] })
  }
  await rememberContact(db, userId, proposal, now)
  await withdrawCopies(db, document.id, now)
  const message = invitationReplacedMessage({
    role: person.role,
    ownerName: owner.name,
    filename: document.original_filename,
    newSignerName: proposal.name,
  })
  const mail = { kind: 'invitation-replaced', documentId: document.id, to: guestOf(found), message } as const
  await enqueueMail(db, mail, now)
}

const refuseProposal = async (
  db: ApiDatabase,
  { publicUrl, invitationTokens }: IssuingServices,
  found: FoundInvitation,
  { proposal, userId, now }: Turn,
): Promise<void> => {
  const { invitation, person, document, owner } = found
  await db
    .updateTable('invitations')
    .set({ proposed_at: null, resumed_at: now })
    .where('id', '=', invitation.id)
    .execute()
  const filename = document.original_filename
  const token = invitationTokens.tokenOf(invitation.id)
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, target: person.target, token })
  const message = proposalRefusedMessage({
    role: person.role,
    guestName: person.name,
    ownerName: owner.name,
    filename,
    proposedName: proposal.name,
    expiresAt: invitation.expires_at,
    url: invitationTokens.isDerived(invitation) ? links.page : null,
  })
  const mail = { kind: 'proposal-refused', documentId: document.id, to: guestOf(found), message } as const
  await enqueueMail(db, { ...mail, invitation: { id: invitation.id, unsubscribeUrl: null } }, now)
  const data = { ...targetFacts(person), name: proposal.name, email: proposal.email }
  await appendEvent(db, document.id, { at: now, kind: 'proposal-refused', actor: `user:${userId}`, data })
}

const answer = async (
  db: ApiDatabase,
  services: IssuingServices,
  { userId, documentId, invitationId, accepted, now }: Answer & { readonly now: number },
): Promise<void> => {
  const found = await ownInvitation(db, userId, documentId, invitationId)
  const proposal = proposalOf(found.invitation)
  if (proposal === null) throw new ApiError('NO_PROPOSAL')
  checkOpenForOwner(found, now)
  await (accepted ? accept : refuseProposal)(db, services, found, { proposal, userId, now })
}

/**
 * Accepting replaces signer and invitation in one transaction; refusing leaves the invitation as it was. Both notify
 * the guest.
 */
export const answerProposal = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  request: Answer,
): Promise<void> => {
  const { db, clock, locks, documentEvents, wakeMailWorker } = services
  const { userId, documentId } = request
  await locks.run(documentId, () =>
    db.transaction().execute((transaction) => answer(transaction, services, { ...request, now: clock() })),
  )
  wakeMailWorker()
  documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
}

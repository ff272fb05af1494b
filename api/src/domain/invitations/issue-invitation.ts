import { DAY_MS, toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { hasTurn } from '../access/check-turn.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { enqueueMail } from '../mail/outbox.ts'
import {
  type InvitedPerson,
  participantAsInvited,
  signerAsInvited,
  targetFacts,
} from '../participants/invited-person.ts'
import { hasParticipantTurn } from '../participants/participant-turn.ts'
import type { PlacedPart } from '../sending-access/parts-elsewhere.ts'
import { composeInvitation } from './compose-invitation.ts'
import { invitationLinks } from './invitation-links.ts'
import { newestTo } from './newest-invitation.ts'

export type IssuingServices = Pick<ApiServices, 'publicUrl' | 'invitationLife' | 'invitationTokens'>

/** Until the guest's turn; practically unlimited. */
const WAITING_LIFE = 10 * 365 * DAY_MS
/** Expiry of an invitation whose turn has not come; its life begins with the turn. */
export const waitingUntil = (now: number): number => now + WAITING_LIFE

/** What invitations with and without a field have in common. */
interface IssuedFacts {
  readonly document: StoredDocument
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string
  readonly now: number
  /** As in the log. */
  readonly actor: string
  readonly reason?: string
}

/** Fields of one person. `fields` name the signer: address and name are not passed separately. */
export interface NewInvitation extends IssuedFacts {
  readonly fields: readonly [StoredField, ...StoredField[]]
  /** Already written for another document of the sending; null or absent: one is written. */
  readonly sharedMail?: number | null
  /** Names of the other documents that the mail asks for. */
  readonly alsoAsked?: readonly string[]
}

interface SingleInvitation extends Pick<IssuedFacts, 'document' | 'ownerName' | 'personalMessage' | 'now'> {
  readonly person: InvitedPerson
  readonly proposedBy?: string | undefined
  readonly waits: boolean
  /** Of an earlier field of the same person; null: this one's mail is written. */
  readonly sharedMail: number | null
  readonly fieldCount: number
  readonly alsoAsked?: readonly string[] | undefined
}

const mailInvitation = (
  db: ApiDatabase,
  { publicUrl, invitationTokens }: IssuingServices,
  invited: SingleInvitation,
  { id, expiresAt }: { readonly id: number; readonly expiresAt: number },
): Promise<number> => {
  const { document, person, now } = invited
  const token = invitationTokens.tokenOf(id)
  const filename = document.original_filename
  const links = invitationLinks(publicUrl, { documentId: document.id, filename, target: person.target, token })
  const to = { name: person.name, address: person.email }
  const message = composeInvitation('invitation', { ...invited, expiresAt, links })
  const invitation = { id, unsubscribeUrl: links.unsubscribe }
  return enqueueMail(db, { kind: 'invitation', documentId: document.id, to, message, invitation }, now)
}

/** `waits`: the mail leaves when earlier signers are done. */
export interface IssuedInvitation {
  readonly person: InvitedPerson
  readonly expiresAt: number
  readonly waits: boolean
  readonly mailId: number | null
}

const issuedText = ({ person: { email, role }, waits }: IssuedInvitation): string => {
  if (role === 'copia')
    return waits ? `${email} recibirá su copia cuando el documento esté completo` : `Copia enviada a ${email}`
  return waits ? `${email} recibirá su invitación cuando sea su turno` : `Invitación enviada a ${email}`
}

/** For the owner. */
export const issuedReply = (issued: IssuedInvitation) => ({
  success: true,
  message: issuedText(issued),
  expires_at: toInstant(issued.expiresAt),
})

const issueOne = async (
  db: ApiDatabase,
  services: IssuingServices,
  invited: SingleInvitation,
): Promise<IssuedInvitation> => {
  const { document, person, now, personalMessage, sharedMail, waits } = invited
  const id = newId()
  const expiresAt = waits ? waitingUntil(now) : now + services.invitationLife
  await endInvitations(db, person.target, now)
  const mailId = waits ? null : (sharedMail ?? (await mailInvitation(db, services, invited, { id, expiresAt })))
  await db
    .insertInto('invitations')
    .values({
      id,
      document_id: document.id,
      ...person.target,
      email: person.email,
      token_hash: hashToken(services.invitationTokens.tokenOf(id)),
      created_at: now,
      expires_at: expiresAt,
      mail_id: mailId,
      turn_at: waits ? null : now,
      // A refusal of reminders outlives its invitation.
      silenced_at: (await newestTo(db, person))?.silenced_at ?? null,
      personal_message: personalMessage,
    })
    .execute()
  return { person, expiresAt, waits, mailId }
}

/** One entry a field: the log counts requests, not mails. */
const logIssued = async (
  db: ApiDatabase,
  { person, waits, expiresAt }: IssuedInvitation,
  { now, actor, reason }: Pick<IssuedFacts, 'now' | 'actor' | 'reason'>,
): Promise<void> => {
  const data = {
    ...targetFacts(person),
    expires: waits ? null : expiresAt,
    ...(reason === undefined ? {} : { reason }),
  }
  await appendEvent(db, person.documentId, { at: now, kind: 'invitation-sent', actor, data })
}

/**
 * Invites a person to all of `fields` by one mail, in the caller's transaction.
 * Replaces earlier invitations.
 * Stores only the tokens' hashes. Defers the mail for fields whose turn has not come.
 * @returns one for each field, in their order
 */
export const issueInvitation = async (
  db: ApiDatabase,
  services: IssuingServices,
  { fields, sharedMail: earlierMail = null, ...invited }: NewInvitation,
): Promise<readonly IssuedInvitation[]> => {
  const turns = new Map<number, boolean>()
  for (const field of fields) turns.set(field.id, await hasTurn(db, field))
  const fieldCount = fields.filter(({ id }) => turns.get(id)).length
  const issued: IssuedInvitation[] = []
  for (const field of fields) {
    const sharedMail = issued.find(({ mailId }) => mailId !== null)?.mailId ?? earlierMail
    const one = {
      ...invited,
      person: signerAsInvited(field),
      waits: turns.get(field.id) !== true,
      sharedMail,
      fieldCount,
    }
    issued.push(await issueOne(db, services, one))
  }
  for (const one of issued) await logIssued(db, one, invited)
  return issued
}

/** The mail with the link is queued. */
export const logCopy = async (db: ApiDatabase, person: InvitedPerson, now: number): Promise<void> => {
  const data = { ...targetFacts(person), to: person.email }
  await appendEvent(db, person.documentId, { at: now, kind: 'copy-sent', actor: 'system', data })
}

/** Facts of an invitation without a field. */
export interface NewParticipation extends Omit<IssuedFacts, 'document'> {
  /** Of one person, in the documents of a sending; the mail has the link of the first one whose turn has come. */
  readonly parts: readonly [PlacedPart, ...PlacedPart[]]
}

/**
 * Invites a participant without a field, in the caller's transaction, by one mail for all `parts` whose turn has come;
 * that of a later turn leaves with the turn.
 *
 * @returns one for each part, in their order
 */
export const issueParticipation = async (
  db: ApiDatabase,
  services: IssuingServices,
  { parts, ...facts }: NewParticipation,
): Promise<readonly [IssuedInvitation, ...IssuedInvitation[]]> => {
  const due: PlacedPart[] = []
  for (const part of parts) if (await hasParticipantTurn(db, part.participant)) due.push(part)
  let sharedMail: number | null = null
  const issue = async (part: PlacedPart): Promise<IssuedInvitation> => {
    const { document, participant } = part
    const waits = !due.includes(part)
    const alsoAsked = due.filter((other) => other !== part).map((other) => other.document.original_filename)
    const person = participantAsInvited(participant)
    const invited = { ...facts, document, person, waits, sharedMail, fieldCount: 1, alsoAsked }
    const issued = await issueOne(db, services, invited)
    sharedMail ??= issued.mailId
    await logIssued(db, issued, facts)
    if (person.role === 'copia' && !waits) await logCopy(db, person, facts.now)
    return issued
  }
  const [first, ...others] = parts
  const issued: [IssuedInvitation, ...IssuedInvitation[]] = [await issue(first)]
  for (const part of others) issued.push(await issue(part))
  return issued
}

import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { alternatesOf, fieldForEach } from '../access/alternates.ts'
import { type PlacedTurns, readTurnsTogether } from '../access/check-turn.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { findDocumentById } from '../access/document-access.ts'
import { approvalOf, type FieldlessParticipant, participantsOf } from '../access/find-participant.ts'
import { fieldsBySigner, rowSignerNames } from '../access/same-signer.ts'
import { isApprovalDue, stepsOf, type TurnFacts } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { composeInvitation } from '../invitations/compose-invitation.ts'
import { derivedInvitation } from '../invitations/derived-invitation.ts'
import { findInvitation, type InvitationRow } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { type IssuingServices, waitingUntil } from '../invitations/issue-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import {
  type InvitationTarget,
  invitationsFor,
  participantTarget,
  signerTarget,
  targetFacts,
} from '../participants/invited-person.ts'
import { standingInvitation } from '../participants/standing-invitation.ts'
import { partKey } from '../sending-access/parts-elsewhere.ts'

/** Who is next, for the mail to the owner. */
export interface StartedTurns {
  readonly ownersTurn: boolean
  /** Who is next and has no invitation. */
  readonly uninvited: readonly string[]
}

interface TurnMail {
  /** Names of other documents of the sending that the same mail asks for. */
  readonly alsoAsked: readonly string[]
  readonly fieldCount: number
  readonly expiresAt: number
  readonly now: number
}

const mailTurn = async (
  db: ApiDatabase,
  services: IssuingServices,
  invitationId: number,
  { alsoAsked, fieldCount, expiresAt, now }: TurnMail,
): Promise<number> => {
  const { invitation, document, person, owner } = await findInvitation(db, invitationId)
  const id = await derivedInvitation(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const { id: documentId, original_filename: filename } = document
  const links = invitationLinks(services.publicUrl, { documentId, filename, target: person.target, token })
  const { personal_message: personalMessage } = invitation
  const told = { document, person, ownerName: owner.name, personalMessage, expiresAt, fieldCount, alsoAsked, links }
  const to = { name: person.name, address: person.email }
  const mail = { kind: 'invitation', documentId, to, message: composeInvitation('turn', told) } as const
  return enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: links.unsubscribe } }, now)
}

const namesOfDocuments = async (db: ApiDatabase, ids: ReadonlySet<number>): Promise<string[]> => {
  if (ids.size === 0) return []
  const documents = db
    .selectFrom('documents')
    .select('original_filename')
    .where('id', 'in', [...ids])
  return (await documents.orderBy('sending_position').execute()).map(({ original_filename }) => original_filename)
}

/** Sends one mail for all waiting invitations of a person, in one document or in a sending, and starts their expiry. */
const summon = async (
  db: ApiDatabase,
  services: IssuingServices,
  [first, ...others]: readonly [InvitationRow, ...InvitationRow[]],
  now: number,
): Promise<void> => {
  const expiresAt = now + services.invitationLife
  const { person } = await findInvitation(db, first.id)
  const elsewhere = others.filter(({ document_id }) => document_id !== first.document_id)
  const alsoAsked = await namesOfDocuments(db, new Set(elsewhere.map(({ document_id }) => document_id)))
  const fieldCount = 1 + others.length - elsewhere.length
  const mailId = await mailTurn(db, services, first.id, { alsoAsked, fieldCount, expiresAt, now })
  for (const target of [first, ...others]) {
    await db
      .updateTable('invitations')
      .set({ turn_at: now, expires_at: expiresAt, mail_id: mailId })
      .where(invitationsFor(target))
      .where('revoked_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    const data = { ...targetFacts({ target, role: person.role }), expires: expiresAt }
    await appendEvent(db, target.document_id, { at: now, kind: 'invitation-turn', actor: 'system', data })
  }
}

/** The invitation keeps its link, which opens again with its turn. */
const sendBack = async (db: ApiDatabase, invitation: InvitationRow, now: number): Promise<void> => {
  await db
    .updateTable('invitations')
    .set({ turn_at: null, expires_at: waitingUntil(now) })
    .where('id', '=', invitation.id)
    .execute()
}

const sendBackAll = async (db: ApiDatabase, targets: readonly InvitationTarget[], now: number): Promise<void> => {
  for (const target of targets) {
    const invitation = await standingInvitation(db, target)
    if (invitation !== undefined && invitation.turn_at !== null) await sendBack(db, invitation, now)
  }
}

/** Each field once for each person who may sign it. @returns fields without any invitation */
const summonAll = async (
  db: ApiDatabase,
  services: IssuingServices,
  fields: readonly StoredField[],
  now: number,
): Promise<readonly StoredField[]> => {
  const invited = new Set<number>()
  for (const own of fieldsBySigner(fields).values()) {
    const waiting: InvitationRow[] = []
    for (const field of own) {
      const invitation = await standingInvitation(db, signerTarget(field))
      if (invitation === undefined) continue
      invited.add(field.id)
      if (invitation.turn_at === null) waiting.push(invitation)
    }
    const [first, ...others] = waiting
    if (first !== undefined) await summon(db, services, [first, ...others], now)
  }
  return fields.filter(({ id, alternate_id }) => alternate_id === null && !invited.has(id))
}

/** Approvers of one document whose turn has come. */
interface DueApprovals {
  /** Names of those without an invitation. */
  readonly uninvited: readonly string[]
  /** Invitations that wait for a mail, with the key of the person. */
  readonly waiting: readonly { readonly key: string; readonly invitation: InvitationRow }[]
}

const dueApprovals = async (
  db: ApiDatabase,
  { turns, waiting }: { readonly turns: TurnFacts; readonly waiting: readonly FieldlessParticipant[] },
  now: number,
): Promise<DueApprovals> => {
  const uninvited: string[] = []
  const due: DueApprovals['waiting'][number][] = []
  for (const approver of waiting) {
    const target = participantTarget(approver.id)
    if (!isApprovalDue(turns, approvalOf(approver))) {
      await sendBackAll(db, [target], now)
      continue
    }
    const invitation = await standingInvitation(db, target)
    if (invitation === undefined) uninvited.push(approver.name)
    else if (invitation.turn_at === null) due.push({ key: partKey(approver), invitation })
  }
  return { uninvited, waiting: due }
}

/** People of one document who are next. */
interface OpenedTurn {
  readonly ownersTurn: boolean
  readonly approvals: DueApprovals
  /** Fields of guests, by step, once for each person who may sign them. */
  readonly steps: readonly (readonly StoredField[])[]
}

/** By one mail a person. */
const summonApprovers = async (
  db: ApiDatabase,
  services: IssuingServices,
  opened: readonly OpenedTurn[],
  now: number,
): Promise<void> => {
  const waiting = opened.flatMap(({ approvals }) => approvals.waiting)
  for (const own of Map.groupBy(waiting, ({ key }) => key).values()) {
    const [first, ...others] = own.map(({ invitation }) => invitation)
    if (first !== undefined) await summon(db, services, [first, ...others], now)
  }
}

/** Sends back people whose turn is later now. */
const openTurn = async (db: ApiDatabase, { id: documentId, turns }: PlacedTurns, now: number): Promise<OpenedTurn> => {
  const asked = await participantsOf(db, documentId)
  const waiting = asked.filter(({ kind, answered_at }) => kind === 'visto_bueno' && answered_at === null)
  const approvals = await dueApprovals(db, { turns, waiting }, now)
  const alternates = await alternatesOf(db, documentId)
  const steps: StoredField[][] = []
  let ownersTurn = false
  for (const { fields, state } of stepsOf(turns)) {
    const unsigned = fields.filter(({ signed_at }) => signed_at === null)
    if (state === 'later')
      await sendBackAll(db, unsigned.flatMap((field) => fieldForEach(field, alternates)).map(signerTarget), now)
    if (state !== 'now') continue
    const guests = unsigned.filter(({ field_type }) => field_type !== 'PRIMARY')
    if (guests.length < unsigned.length) ownersTurn = true
    steps.push(guests.flatMap((field) => fieldForEach(field, alternates)))
  }
  await refreshWaiting(db, documentId, turns)
  return { ownersTurn, approvals, steps }
}

/**
 * Notifies those who are next, approvers and signers, in the caller's transaction: in an ordered sending by one mail
 * for all its documents, whose locks the caller holds. Defers invitations that a new order or approval moved back.
 */
export const startNextTurn = async (
  db: ApiDatabase,
  services: IssuingServices,
  documentId: number,
  now: number,
): Promise<StartedTurns> => {
  const document = await findDocumentById(db, documentId)
  if (document === undefined) return { ownersTurn: false, uninvited: [] }
  const together = await readTurnsTogether(db, document)
  const opened: OpenedTurn[] = []
  // The others of a sending may have the same deadline, and are announced as expired one after the other.
  for (const each of together)
    if (each.id === documentId || !isDeadlineOver(each, now)) opened.push(await openTurn(db, each, now))
  await summonApprovers(db, services, opened, now)
  const steps = opened.flatMap((each) => each.steps)
  const uninvited: StoredField[] = []
  for (const people of together.length === 1 ? steps : [steps.flat()])
    uninvited.push(...(await summonAll(db, services, people, now)))
  const approvers = [...new Set(opened.flatMap(({ approvals }) => approvals.uninvited))]
  return document.signing_order === 'ordered'
    ? { ownersTurn: opened.some((each) => each.ownersTurn), uninvited: [...approvers, ...rowSignerNames(uninvited)] }
    : { ownersTurn: false, uninvited: approvers }
}

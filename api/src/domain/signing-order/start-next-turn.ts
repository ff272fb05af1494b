import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fieldsOf } from '../access/find-field.ts'
import { fieldsBySigner, rowSignerNames } from '../access/same-signer.ts'
import { stepsOf } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { composeInvitation } from '../invitations/compose-invitation.ts'
import { derivedInvitation } from '../invitations/derived-invitation.ts'
import { findInvitation, type InvitationRow } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { type IssuingServices, waitingUntil } from '../invitations/issue-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'

/** Who is next, for the mail to the owner. */
export interface StartedTurns {
  readonly ownersTurn: boolean
  /** Next signers without an invitation. */
  readonly uninvited: readonly string[]
}

const standingOf = (db: ApiDatabase, fieldId: number): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('field_id', '=', fieldId)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst()

const mailTurn = async (
  db: ApiDatabase,
  services: IssuingServices,
  invitationId: number,
  { fieldCount, expiresAt, now }: { readonly fieldCount: number; readonly expiresAt: number; readonly now: number },
): Promise<number> => {
  const { invitation, document, field, owner } = await findInvitation(db, invitationId)
  const id = await derivedInvitation(db, services, invitation, now)
  const token = services.invitationTokens.tokenOf(id)
  const { id: documentId, original_filename: filename } = document
  const links = invitationLinks(services.publicUrl, { documentId, filename, fieldId: field.id, token })
  const { personal_message: personalMessage } = invitation
  const told = { document, field, ownerName: owner.name, personalMessage, expiresAt, fieldCount, links }
  const to = { name: field.signer_name, address: field.signer_email }
  const mail = { kind: 'invitation', documentId, to, message: composeInvitation('turn', told) } as const
  return enqueueMail(db, { ...mail, invitation: { id, unsubscribeUrl: links.unsubscribe } }, now)
}

/** Sends one mail for all waiting fields of a person and starts their expiry. */
const summon = async (
  db: ApiDatabase,
  services: IssuingServices,
  [first, ...others]: readonly [InvitationRow, ...InvitationRow[]],
  now: number,
): Promise<void> => {
  const expiresAt = now + services.invitationLife
  const fieldIds = [first, ...others].map(({ field_id }) => field_id)
  const mailId = await mailTurn(db, services, first.id, { fieldCount: fieldIds.length, expiresAt, now })
  for (const fieldId of fieldIds) {
    await db
      .updateTable('invitations')
      .set({ turn_at: now, expires_at: expiresAt, mail_id: mailId })
      .where('field_id', '=', fieldId)
      .where('revoked_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    const data = { field: fieldId, expires: expiresAt }
    await appendEvent(db, first.document_id, { at: now, kind: 'invitation-turn', actor: 'system', data })
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

const sendBackAll = async (db: ApiDatabase, fields: readonly StoredField[], now: number): Promise<void> => {
  for (const { id } of fields) {
    const invitation = await standingOf(db, id)
    if (invitation !== undefined && invitation.turn_at !== null) await sendBack(db, invitation, now)
  }
}

/** @returns fields without an invitation */
const summonAll = async (
  db: ApiDatabase,
  services: IssuingServices,
  fields: readonly StoredField[],
  now: number,
): Promise<readonly StoredField[]> => {
  const uninvited: StoredField[] = []
  for (const own of fieldsBySigner(fields).values()) {
    const waiting: InvitationRow[] = []
    for (const field of own) {
      const invitation = await standingOf(db, field.id)
      if (invitation === undefined) uninvited.push(field)
      else if (invitation.turn_at === null) waiting.push(invitation)
    }
    const [first, ...others] = waiting
    if (first !== undefined) await summon(db, services, [first, ...others], now)
  }
  return uninvited
}

/**
 * Notifies the next signers, in the caller's transaction. Defers
 * invitations that a new order moved back.
 */
export const startNextTurn = async (
  db: ApiDatabase,
  services: IssuingServices,
  documentId: number,
  now: number,
): Promise<StartedTurns> => {
  const { signing_order: mode } = await storedDocument(db, documentId)
  const uninvited: StoredField[] = []
  let ownersTurn = false
  for (const { fields, state } of stepsOf(mode, await fieldsOf(db, documentId))) {
    const unsigned = fields.filter(({ signed_at }) => signed_at === null)
    if (state === 'later') await sendBackAll(db, unsigned, now)
    if (state !== 'now') continue
    const guests = unsigned.filter(({ field_type }) => field_type !== 'PRIMARY')
    if (guests.length < unsigned.length) ownersTurn = true
    uninvited.push(...(await summonAll(db, services, guests, now)))
  }
  await refreshWaiting(db, documentId)
  return mode === 'ordered'
    ? { ownersTurn, uninvited: rowSignerNames(uninvited) }
    : { ownersTurn: false, uninvited: [] }
}

import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { hashToken } from '../../platform/tokens.ts'
import { fieldsOf } from '../access/find-field.ts'
import { rowSignerNames } from '../access/same-signer.ts'
import { stepsOf } from '../access/turns.ts'
import type { StoredField } from '../access/view-field.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { appendEvent } from '../audit/append-event.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { composeInvitation } from '../invitations/compose-invitation.ts'
import { type FoundInvitation, findInvitation, type InvitationRow } from '../invitations/find-invitation.ts'
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

/** Earlier invitations had random tokens, known only by hash: replaces them. */
const linkOf = async (db: ApiDatabase, services: IssuingServices, found: FoundInvitation) => {
  const { invitationTokens, publicUrl } = services
  const { invitation, document, field } = found
  const id = invitationTokens.isDerived(invitation) ? invitation.id : newId()
  const token = invitationTokens.tokenOf(id)
  if (id !== invitation.id)
    await db
      .updateTable('invitations')
      .set({ id, token_hash: hashToken(token) })
      .where('id', '=', invitation.id)
      .execute()
  const filename = document.original_filename
  return { id, links: invitationLinks(publicUrl, { documentId: document.id, filename, fieldId: field.id, token }) }
}

/** Sends the mail and starts the expiry. */
const summon = async (db: ApiDatabase, services: IssuingServices, invitationId: number, now: number): Promise<void> => {
  const found = await findInvitation(db, invitationId)
  const { document, field, owner } = found
  const { id, links } = await linkOf(db, services, found)
  const expiresAt = now + services.invitationLife
  const { personal_message: personalMessage } = found.invitation
  const message = composeInvitation('turn', {
    document,
    field,
    ownerName: owner.name,
    personalMessage,
    expiresAt,
    links,
  })
  const to = { name: field.signer_name, address: field.signer_email }
  const mail = { kind: 'invitation', documentId: document.id, to, message } as const
  const invitation = { id, unsubscribeUrl: links.unsubscribe }
  const mailId = await enqueueMail(db, { ...mail, invitation }, now)
  await db
    .updateTable('invitations')
    .set({ turn_at: now, expires_at: expiresAt, mail_id: mailId })
    .where('id', '=', id)
    .execute()
  const data = { field: field.id, expires: expiresAt }
  await appendEvent(db, document.id, { at: now, kind: 'invitation-turn', actor: 'system', data })
}

/** The invitation keeps its link, which opens again with its turn. */
const sendBack = async (db: ApiDatabase, invitation: InvitationRow, now: number): Promise<void> => {
  await db
    .updateTable('invitations')
    .set({ turn_at: null, expires_at: waitingUntil(now) })
    .where('id', '=', invitation.id)
    .execute()
}

/** @returns who has to act instead of a mail */
const passTurn = async (
  db: ApiDatabase,
  services: IssuingServices,
  { field, isNow, now }: { readonly field: StoredField; readonly isNow: boolean; readonly now: number },
): Promise<'owner' | 'uninvited' | undefined> => {
  const invitation = await standingOf(db, field.id)
  if (!isNow) {
    if (invitation !== undefined && invitation.turn_at !== null) await sendBack(db, invitation, now)
    return undefined
  }
  if (field.field_type === 'PRIMARY') return 'owner'
  if (invitation === undefined) return 'uninvited'
  if (invitation.turn_at === null) await summon(db, services, invitation.id, now)
  return undefined
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
    for (const field of fields.filter(({ signed_at }) => signed_at === null)) {
      if (state !== 'now' && state !== 'later') continue
      const whose = await passTurn(db, services, { field, isNow: state === 'now', now })
      if (whose === 'owner') ownersTurn = true
      if (whose === 'uninvited') uninvited.push(field)
    }
  }
  await refreshWaiting(db, documentId)
  return mode === 'ordered'
    ? { ownersTurn, uninvited: rowSignerNames(uninvited) }
    : { ownersTurn: false, uninvited: [] }
}

import type { Selectable } from 'kysely'
import type { Invitation, InvitationState } from 'shared/contract'
import { toInstant, toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { InvitationTable, OutboxTable } from '../../platform/database/schema.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { deliveryReason } from '../mail/delivery-reason.ts'
import { nextReminderOf } from './next-reminder.ts'
import { proposalOf } from './proposal.ts'

type Mail = Pick<Selectable<OutboxTable>, 'sent_at' | 'last_error'> & { mail_state: OutboxTable['state'] }
type Nullable<T> = { [K in keyof T]: T[K] | null }
type Reminder = { reminder_state: OutboxTable['state']; reminder_error: string | null }
type Row = Selectable<InvitationTable> & { signed_at: number | null } & Nullable<Mail> & Nullable<Reminder>

const invitationState = (row: Row, now: number): InvitationState => {
  if (row.signed_at !== null || row.used_at !== null) return 'signed'
  if (row.declined_at !== null) return 'declined'
  if (row.revoked_at !== null) return 'revoked'
  return row.expires_at <= now ? 'expired' : 'standing'
}

/** The last reminder counts while it does not arrive. */
const deliveryOf = (row: Row): Invitation['delivery'] => {
  const { mail_state, sent_at, last_error, reminder_state, reminder_error } = row
  const isReminder = reminder_error !== null && reminder_state !== 'withdrawn'
  const [state, problem] = isReminder ? [reminder_state, reminder_error] : [mail_state, last_error]
  if (state === null || state === 'withdrawn') return null
  return {
    state: state === 'pending' ? 'queued' : state,
    sent_at: toInstantOrNull(sent_at),
    reason: problem === null ? null : deliveryReason(problem),
  }
}

const nextAt = (row: Row, document: StoredDocument, now: number): string | null =>
  invitationState(row, now) === 'standing' && row.turn_at !== null && !isDeadlineOver(document, now)
    ? toInstantOrNull(nextReminderOf(row, row.sent_at, document.deadline))
    : null

const viewProposal = (row: Row, now: number): Invitation['proposal'] => {
  const proposal = proposalOf(row)
  if (proposal === null || row.proposed_at === null || invitationState(row, now) !== 'standing') return null
  return { ...proposal, at: toInstant(row.proposed_at), note: row.proposal_note ?? '' }
}

const lastInstant = ({ expires_at }: Row, { deadline }: StoredDocument): number =>
  deadline === null ? expires_at : Math.min(expires_at, deadline - 1)

const viewInvitation = (row: Row, document: StoredDocument, now: number): Omit<Invitation, 'field_id'> => ({
  id: row.id,
  email: row.email,
  state: invitationState(row, now),
  invited_at: toInstant(row.created_at),
  expires_at: toInstant(lastInstant(row, document)),
  waits: row.turn_at === null && invitationState(row, now) === 'standing',
  delivery: deliveryOf(row),
  seen_at: toInstantOrNull(row.seen_at),
  reminders: {
    sent: row.reminders,
    last_at: toInstantOrNull(row.reminded_at),
    next_at: nextAt(row, document, now),
    silenced: row.silenced_at !== null,
  },
  declined: row.declined_at === null ? null : { at: toInstant(row.declined_at), reason: row.decline_reason ?? '' },
  proposal: viewProposal(row, now),
})

const invitationsOf = (db: ApiDatabase, documentId: number): Promise<Row[]> =>
  db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .leftJoin('outbox', 'outbox.id', 'invitations.mail_id')
    .leftJoin('outbox as reminder', (join) =>
      join.on('reminder.id', '=', (eb) =>
        eb
          .selectFrom('outbox as mail')
          .select('mail.id')
          .whereRef('mail.invitation_id', '=', 'invitations.id')
          .where('mail.kind', 'in', ['reminder', 'deadline-changed'])
          .orderBy('mail.created_at', 'desc')
          .limit(1),
      ),
    )
    .selectAll('invitations')
    .select(['reminder.state as reminder_state', 'reminder.last_error as reminder_error'])
    .select(['fields.signed_at', 'outbox.state as mail_state', 'outbox.sent_at', 'outbox.last_error'])
    .where('invitations.document_id', '=', documentId)
    .where('fields.deleted_at', 'is', null)
    .orderBy('fields.position')
    // Within a millisecond: open, declined, revoked.
    .orderBy((eb) => eb.case().when('invitations.revoked_at', 'is', null).then(0).else(1).end())
    .orderBy((eb) => eb.case().when('invitations.declined_at', 'is not', null).then(0).else(1).end())
    .orderBy('invitations.created_at', 'desc')
    .execute()

/** The newest row of each target: replaced ones are history. */
const newestRows = async (
  db: ApiDatabase,
  documentId: number,
  targetOf: (row: Row) => number | null,
): Promise<Map<number, Row>> => {
  const newest = new Map<number, Row>()
  for (const row of await invitationsOf(db, documentId)) {
    const target = targetOf(row)
    if (target !== null && !newest.has(target)) newest.set(target, row)
  }
  return newest
}

/** By participant without a field, or by alternate. */
export const invitationsBy = async (
  db: ApiDatabase,
  document: StoredDocument,
  target: 'participant_id' | 'alternate_id',
  now: number,
): Promise<Map<number, Omit<Invitation, 'field_id'>>> => {
  const newest = await newestRows(db, document.id, (row) => row[target])
  return new Map([...newest].map(([id, row]) => [id, viewInvitation(row, document, now)]))
}

/** Of people with a field. */
export const listInvitations = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<Invitation[]> => {
  const document = await ownDocument(db, userId, documentId)
  const now = clock()
  const newest = await newestRows(db, documentId, (row) => (row.alternate_id === null ? row.field_id : null))
  return [...newest].map(([field_id, row]) => ({ field_id, ...viewInvitation(row, document, now) }))
}

import { sql } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import { INBOX_MAX, type InboxEntry, type listInboxCall } from 'shared/contract/inbox'
import { dateOf } from 'shared/contract/signing-order'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'

/** Rows that may belong to `INBOX_MAX` entries: a person may have several fields. */
const ROWS_MAX = 10 * INBOX_MAX

const confirmedAddress = async (db: ApiDatabase, userId: number): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return user && emailKey(user.email)
}

const openRows = (db: ApiDatabase, { userId, address, now }: { userId: number; address: string; now: number }) =>
  invitationsWithFacts(db)
    .innerJoin('users as owners', 'owners.id', 'documents.owner_id')
    .select(['documents.original_filename', 'owners.first_name', 'owners.last_name'])
    .select(['participants.id as person_id', 'participants.kind'])
    // The index `invitations_by_address`.
    .where(sql<string>`lower(invitations.email)`, '=', address)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where('invitations.turn_at', 'is not', null)
    .where('participants.kind', '<>', 'copia')
    .where('documents.owner_id', '<>', userId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(ROWS_MAX)
    .execute()

export type InboxRow = Awaited<ReturnType<typeof openRows>>[number]

/**
 * Open invitations to the account's confirmed address, of documents of others, whose turn has come, newest first.
 * Nobody else's address opens anything.
 */
export const inboxRows = async (db: ApiDatabase, userId: number, now: number): Promise<InboxRow[]> => {
  const address = await confirmedAddress(db, userId)
  if (address === undefined) return []
  const rows = await openRows(db, { userId, address, now })
  return rows.filter((row) => closedBecause(row, now) === undefined)
}

/** @param rows of one person in one document, newest first */
const entryOf = (rows: readonly [InboxRow, ...InboxRow[]]): InboxEntry => {
  const [row] = rows
  return {
    invitation_id: row.id,
    document_id: row.document_id,
    original_filename: row.original_filename,
    owner_name: fullName(row),
    kind: row.kind,
    fields: rows.filter(({ field_id }) => field_id !== null).length,
    invited_at: toInstant(row.created_at),
    expires_at: toInstant(row.expires_at),
    ...(row.deadline === null ? {} : { sign_by: dateOf(row.deadline - 1) }),
  }
}

/** One entry a person and document, as one mail serves all their fields. */
export const listInbox = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
): Promise<ReplyOf<typeof listInboxCall>> => {
  const people = new Map<number, [InboxRow, ...InboxRow[]]>()
  for (const row of await inboxRows(db, userId, clock())) {
    const own = people.get(row.person_id)
    if (own === undefined) people.set(row.person_id, [row])
    else own.push(row)
  }
  return { entries: [...people.values()].slice(0, INBOX_MAX).map(entryOf) }
}

import { sql } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import { INBOX_MAX, type InboxEntry, type listInboxCall } from 'shared/contract/inbox'
import { dateOf, invitedSignerKey } from 'shared/contract/signing-order'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { confirmedAddresses } from './confirmed-addresses.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'

/** Rows that may belong to `INBOX_MAX` entries: a person may have several fields. */
const ROWS_MAX = 10 * INBOX_MAX

interface InboxQuery {
  readonly userId: number
  /** Of one entry alone. */
  readonly invitationId?: number
  readonly now: number
}

/** Apart from `inboxRows`, so that tests can ask for its plan. */
export const openInvitationsTo = (
  db: ApiDatabase,
  addresses: readonly string[],
  { userId, invitationId, now }: InboxQuery,
) =>
  invitationsWithFacts(db)
    .innerJoin('users as owners', 'owners.id', 'documents.owner_id')
    .select(['documents.original_filename', 'owners.first_name', 'owners.last_name'])
    .select(['participants.id as person_id', 'participants.kind'])
    // The index `invitations_by_address`.
    .where(sql<string>`lower(invitations.email)`, 'in', addresses)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.used_at', 'is', null)
    .where('fields.signed_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where('invitations.turn_at', 'is not', null)
    .where('participants.kind', '<>', 'copia')
    .where('documents.owner_id', '<>', userId)
    .$if(invitationId !== undefined, (rows) => rows.where('invitations.id', '=', invitationId ?? 0))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(ROWS_MAX)

type FoundInvitation = Awaited<ReturnType<ReturnType<typeof openInvitationsTo>['execute']>>[number]

interface InboxRow extends FoundInvitation {
  /** Whether the account has other confirmed addresses, too. */
  readonly isOneOfSeveral: boolean
}

/**
 * Open invitations to the account's confirmed addresses, of documents of others, whose turn has come, newest first.
 * An address that the account has not confirmed opens nothing.
 */
export const inboxRows = async (db: ApiDatabase, query: InboxQuery): Promise<InboxRow[]> => {
  const addresses = await confirmedAddresses(db, query.userId)
  if (addresses.length === 0) return []
  const rows = await openInvitationsTo(db, addresses, query).execute()
  const isOneOfSeveral = addresses.length > 1
  return rows.filter((row) => closedBecause(row, query.now) === undefined).map((row) => ({ ...row, isOneOfSeveral }))
}

/** @param rows of one person in one document, newest first */
const entryOf = (row: InboxRow, rows: readonly InboxRow[]): InboxEntry => ({
  invitation_id: row.id,
  document_id: row.document_id,
  original_filename: row.original_filename,
  owner_name: fullName(row),
  kind: row.kind,
  fields: rows.filter(({ field_id }) => field_id !== null).length,
  invited_at: toInstant(row.created_at),
  expires_at: toInstant(row.expires_at),
  ...(row.deadline === null ? {} : { sign_by: dateOf(row.deadline - 1) }),
  ...(row.isOneOfSeveral ? { for_email: row.email } : {}),
})

/** An alternate is one person in all fields of a document. */
const personOf = ({ person_id, alternate_id, document_id, email, signer_name }: InboxRow): string =>
  alternate_id === null ? `${person_id}` : `${document_id} ${invitedSignerKey({ name: signer_name, email })}`

type InboxServices = Pick<ApiServices, 'db' | 'clock'>

/** By person in a document, as one mail serves all their fields. */
const inboxPeople = async ({ db, clock }: InboxServices, userId: number): Promise<InboxRow[][]> => {
  const rows = await inboxRows(db, { userId, now: clock() })
  return [...Map.groupBy(rows, personOf).values()].slice(0, INBOX_MAX)
}

export const listInbox = async (services: InboxServices, userId: number): Promise<ReplyOf<typeof listInboxCall>> => ({
  entries: (await inboxPeople(services, userId)).flatMap((rows) => rows.slice(0, 1).map((row) => entryOf(row, rows))),
})

export const countInbox = async (services: InboxServices, userId: number): Promise<number> =>
  (await inboxPeople(services, userId)).length

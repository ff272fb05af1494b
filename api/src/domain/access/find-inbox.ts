import { sql } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import { INBOX_MAX, type InboxEntry, type listInboxCall } from 'shared/contract/inbox'
import { SENDING_DOCUMENTS_MAX } from 'shared/contract/sendings'
import { dateOf, invitedSignerKey } from 'shared/contract/signing-order'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey, fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { confirmedAddresses } from './confirmed-addresses.ts'
import { closedBecause, invitationsWithFacts } from './invitation-access.ts'

/** Rows that may belong to `INBOX_MAX` entries: a person may have several fields, and documents of a sending. */
const ROWS_MAX = SENDING_DOCUMENTS_MAX * INBOX_MAX

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
    .select([
      'documents.sending_position',
      'fields.position',
      'documents.original_filename',
      'owners.first_name',
      'owners.last_name',
    ])
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

/** @param rows of one person in one document or sending, newest first */
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

const invitedKey = ({ signer_name: name, email }: Pick<InboxRow, 'signer_name' | 'email'>): string =>
  invitedSignerKey({ name, email })

/** A signer is one person in all documents of a sending, an alternate in all fields of a document. */
const personOf = (row: InboxRow): string => {
  const { person_id, alternate_id, document_id, field_id, sending_id } = row
  if (sending_id !== null && field_id !== null) return `sending ${sending_id} ${invitedKey(row)}`
  return alternate_id === null ? `${person_id}` : `${document_id} ${invitedKey(row)}`
}

type InboxServices = Pick<ApiServices, 'db' | 'clock'>

/** By person in a document or sending, as one mail serves all their fields. */
const inboxPeople = async ({ db, clock }: InboxServices, userId: number): Promise<InboxRow[][]> => {
  const rows = await inboxRows(db, { userId, now: clock() })
  return [...Map.groupBy(rows, personOf).values()].slice(0, INBOX_MAX)
}

/** The newest; in a sending the first in its order, whose page leads on to the others. */
const firstOf = (rows: readonly InboxRow[]): InboxRow | undefined =>
  rows[0]?.sending_id == null
    ? rows[0]
    : rows.toSorted(
        (a, b) => (a.sending_position ?? 0) - (b.sending_position ?? 0) || (a.position ?? 0) - (b.position ?? 0),
      )[0]

type ToldSending = NonNullable<InboxEntry['sending']>

/** Apart from `countSendings`, so that tests can ask for its plan. */
export const invitationsInSendings = (db: ApiDatabase, sendingIds: readonly number[], addresses: readonly string[]) =>
  invitationsWithFacts(db)
    // The index `invitations_by_address`.
    .where(sql<string>`lower(invitations.email)`, 'in', addresses)
    .where('documents.sending_id', 'in', sendingIds)
    .where('invitations.field_id', 'is not', null)
    .where('invitations.revoked_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .where('documents.status', '<>', 'CANCELLED')

/** What each person has to sign and has signed in their sendings, by the key of the person. */
const countSendings = async (db: ApiDatabase, rows: readonly InboxRow[]): Promise<ReadonlyMap<string, ToldSending>> => {
  const ids = [...new Set(rows.flatMap(({ sending_id }) => sending_id ?? []))]
  if (ids.length === 0) return new Map()
  const keys = [...new Set(rows.map(({ email }) => emailKey(email)))]
  const asked = await invitationsInSendings(db, ids, keys).execute()
  const people = Map.groupBy(asked, (row) => `sending ${row.sending_id} ${invitedKey(row)}`)
  return new Map(
    [...people].map(([key, own]) => {
      const documents = [...Map.groupBy(own, ({ document_id }) => document_id).values()]
      const signed = documents.filter((theirs) => theirs.every(({ field_signed_at }) => field_signed_at !== null))
      return [key, { id: own[0]?.sending_id ?? 0, documents: documents.length, signed: signed.length }]
    }),
  )
}

export const listInbox = async (services: InboxServices, userId: number): Promise<ReplyOf<typeof listInboxCall>> => {
  const people = await inboxPeople(services, userId)
  const sendings = await countSendings(services.db, people.flat())
  const entries = people.flatMap((rows) => {
    const first = firstOf(rows)
    if (first === undefined) return []
    const sending = sendings.get(personOf(first))
    return [{ ...entryOf(first, rows), ...(sending && sending.documents > 1 ? { sending } : {}) }]
  })
  return { entries }
}

export const countInbox = async (services: InboxServices, userId: number): Promise<number> =>
  (await inboxPeople(services, userId)).length

import type { Selectable } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import type { signerDataCall } from 'shared/contract/accounts'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { OutboxTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { fieldAsPerson, type StoredAlternate } from '../../access/alternates.ts'
import { fieldsWithSigners } from '../../access/find-field.ts'
import type { FieldlessParticipant } from '../../access/find-participant.ts'
import { closedBecause, invitationsWithFacts } from '../../access/invitation-access.ts'
import { rowSignerKey } from '../../access/same-signer.ts'
import type { StoredField } from '../../access/view-field.ts'
import type { InvitationRow } from '../../invitations/find-invitation.ts'

/** A person who came by an invitation's link, for access to and removal of their data. */
export interface ForgettableSigner {
  readonly invitationId: number
  readonly documentId: number
  /** Null for people without a field. */
  readonly fieldId: number | null
  /** Theirs by name and address, also deleted ones. */
  readonly fields: readonly Pick<StoredField, 'id' | 'participant_id'>[]
  /** As `fields`: what they are asked for without a field. */
  readonly parts: readonly Pick<FieldlessParticipant, 'id' | 'answered_at'>[]
  /** As `fields`: those that they may sign in the place of others. */
  readonly alternates: readonly Pick<StoredAlternate, 'id' | 'field_id'>[]
  /** Another person takes part with the same address, and keeps their data. */
  readonly sharesAddress: boolean
  readonly name: string
  readonly email: string
  readonly signed: boolean
  /** The link opens the document. */
  readonly reads: boolean
  readonly filename: string
  readonly owner: { readonly id: number; readonly name: string; readonly email: string }
}

type InvitedBy = Pick<InvitationRow, 'document_id' | 'field_id' | 'participant_id' | 'alternate_id' | 'email'>

const partsOfSigner = async (
  db: ApiDatabase,
  { document_id, field_id, participant_id, alternate_id, email }: InvitedBy,
): Promise<Pick<ForgettableSigner, 'fields' | 'parts' | 'alternates' | 'sharesAddress'>> => {
  const stored = await fieldsWithSigners(db).where('fields.document_id', '=', document_id).execute()
  // Those who were asked, also if another signed in their place.
  const all = await Promise.all(stored.map((field) => fieldAsPerson(db, field, null)))
  const atAddress = all.filter(({ signer_email }) => emailKey(signer_email) === emailKey(email))
  // A signature by public link states the same person.
  const keyOf = (field: StoredField) => rowSignerKey({ ...field, signed_by_link_at: null })
  const asked = await db
    .selectFrom('participants')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('kind', '<>', 'firma')
    .execute()
  const partsAtAddress = asked.filter((part) => emailKey(part.email) === emailKey(email))
  const others = await db.selectFrom('alternates').selectAll().where('document_id', '=', document_id).execute()
  const othersAtAddress = others.filter((other) => emailKey(other.email) === emailKey(email))
  const key =
    othersAtAddress.filter(({ id }) => id === alternate_id).map(invitedSignerKey)[0] ??
    atAddress.filter(({ id }) => id === field_id).map(keyOf)[0] ??
    partsAtAddress.filter(({ id }) => id === participant_id).map(invitedSignerKey)[0]
  const fields = atAddress.filter((field) => keyOf(field) === key)
  const parts = partsAtAddress.filter((part) => invitedSignerKey(part) === key)
  const alternates = othersAtAddress.filter((other) => invitedSignerKey(other) === key)
  const sharesAddress =
    fields.length + parts.length + alternates.length < atAddress.length + partsAtAddress.length + othersAtAddress.length
  return { fields, parts, alternates, sharesAddress }
}

/** Everything at the address is theirs, unless another person of the document has it too. */
export const isOfSigner = (
  { email, fields, parts, alternates, sharesAddress }: ForgettableSigner,
  row: Pick<InvitationRow, 'email' | 'field_id'> & Partial<Pick<InvitationRow, 'participant_id' | 'alternate_id'>>,
): boolean => {
  if (emailKey(row.email) !== emailKey(email)) return false
  const isNamed =
    row.alternate_id == null
      ? fields.some(({ id }) => id === row.field_id) || parts.some(({ id }) => id === row.participant_id)
      : alternates.some(({ id }) => id === row.alternate_id)
  return !sharesAddress || isNamed
}

/** As `isOfSigner`. */
export const isMailOfSigner = (
  { email, name, sharesAddress }: ForgettableSigner,
  mail: Pick<Selectable<OutboxTable>, 'to_key' | 'to_name'>,
): boolean => mail.to_key === emailKey(email) && (!sharesAddress || mail.to_name === name)

/**
 * Accepts used, declined, expired and cancelled links; rejects
 * revoked and replaced ones.
 * @throws ApiError INVITATION_INVALID
 */
export const findSigner = async (db: ApiDatabase, token: string, now: number): Promise<ForgettableSigner> => {
  const row = await invitationsWithFacts(db)
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select([
      'documents.original_filename',
      'documents.owner_id',
      'users.first_name',
      'users.last_name',
      'users.email as owner_email',
    ])
    .where('invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  const closed = row && closedBecause(row, now)
  if (row === undefined || closed === 'INVITATION_INVALID') throw new ApiError('INVITATION_INVALID')
  return {
    ...(await partsOfSigner(db, row)),
    invitationId: row.id,
    documentId: row.document_id,
    fieldId: row.field_id,
    name: row.signer_name,
    email: row.email,
    signed: row.used_at !== null,
    reads: closed === undefined,
    filename: row.original_filename,
    owner: { id: row.owner_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.owner_email },
  }
}

/** @throws ApiError INVITATION_INVALID */
export const readSigner = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  token: string,
): Promise<ReplyOf<typeof signerDataCall>> => {
  const { filename, owner, name, email, signed } = await findSigner(db, token, clock())
  return { original_filename: filename, owner_name: owner.name, name, email, signed }
}

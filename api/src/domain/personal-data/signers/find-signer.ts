import type { ReplyOf } from 'shared/contract'
import type { signerDataCall } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { closedBecause, invitationsWithFacts } from '../../access/invitation-access.ts'

/** A person who came by an invitation's link, for access to and removal of their data. */
export interface ForgettableSigner {
  readonly invitationId: number
  readonly documentId: number
  readonly fieldId: number
  readonly name: string
  readonly email: string
  readonly signed: boolean
  /** The link opens the document. */
  readonly reads: boolean
  readonly filename: string
  readonly owner: { readonly id: number; readonly name: string; readonly email: string }
}

/**
 * Accepts used, declined, expired and cancelled links; rejects
 * revoked and replaced ones.
 * @throws ApiError INVITATION_INVALID
 */
export const findSigner = async (db: ApiDatabase, token: string, now: number): Promise<ForgettableSigner> => {
  const row = await invitationsWithFacts(db)
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select([
      'fields.signer_name',
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

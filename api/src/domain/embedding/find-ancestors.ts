import type { Services } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'

/** A declined invitation still shows its answer. */
export const findAncestors = async (
  { db }: Pick<Services, 'db'>,
  { document_id, token }: { readonly document_id: number; readonly token: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('documents', 'documents.id', 'invitations.document_id')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .innerJoin('embedding_origins', 'embedding_origins.user_id', 'users.id')
    .where('invitations.token_hash', '=', hashToken(token))
    .where('invitations.document_id', '=', document_id)
    .where((eb) => eb.or([eb('invitations.revoked_at', 'is', null), eb('invitations.declined_at', 'is not', null)]))
    .where('documents.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .select('embedding_origins.origin')
    .orderBy('embedding_origins.origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

import type { ExpressionBuilder } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import type { EmbedderClaim } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'

/** Local origins count only while the account is in development. */
const isInForce = (eb: ExpressionBuilder<DatabaseSchema, 'users' | 'embedding_origins'>) =>
  eb.or([eb('embedding_origins.origin', 'like', 'https://%'), eb('users.embedding_development_at', 'is not', null)])

/** A declined invitation still shows its answer. */
const originsOfInvitations = (db: ApiDatabase) =>
  db
    .selectFrom('invitations')
    .innerJoin('documents', 'documents.id', 'invitations.document_id')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .innerJoin('embedding_origins', 'embedding_origins.user_id', 'users.id')
    .where((eb) => eb.or([eb('invitations.revoked_at', 'is', null), eb('invitations.declined_at', 'is not', null)]))
    .where('documents.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where(isInForce)
    .select('embedding_origins.origin')

/** Origins that may show this invitation in a frame: those that its owner listed. Empty for an unknown token. */
export const findAncestors = async (
  { db }: Pick<ApiServices, 'db'>,
  { document_id, token }: { readonly document_id: number; readonly token: string },
): Promise<string[]> => {
  const rows = await originsOfInvitations(db)
    .where('invitations.token_hash', '=', hashToken(token))
    .where('invitations.document_id', '=', document_id)
    .orderBy('embedding_origins.origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

/** Whether any account listed the origin. For requests that name no document, such as preflights. */
export const isListedOrigin = async ({ db }: Pick<ApiServices, 'db'>, origin: string): Promise<boolean> =>
  (await db
    .selectFrom('embedding_origins')
    .innerJoin('users', 'users.id', 'embedding_origins.user_id')
    .where('embedding_origins.origin', '=', origin)
    .where(isInForce)
    .select('embedding_origins.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether the owner of the claimed invitation or document listed the origin. */
export const admitsHost = async (
  { db }: Pick<ApiServices, 'db'>,
  origin: string,
  claim: EmbedderClaim,
): Promise<boolean> => {
  const listed = originsOfInvitations(db).where('embedding_origins.origin', '=', origin).limit(1)
  const claimed =
    'token' in claim
      ? listed.where('invitations.token_hash', '=', hashToken(claim.token))
      : 'documentId' in claim
        ? listed.where('invitations.document_id', '=', claim.documentId)
        : listed.where('invitations.id', '=', claim.invitationId)
  return (await claimed.executeTakeFirst()) !== undefined
}

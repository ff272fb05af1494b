import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'

/** The owner's next invitation learns it again. */
export const forgetContact = async (db: ApiDatabase, userId: number, contactId: number): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('contacts')
    .where('id', '=', contactId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND')
}

/** All of an account, on its request. */
export const forgetContacts = async (db: ApiDatabase, userId: number): Promise<void> => {
  await db.deleteFrom('contacts').where('user_id', '=', userId).execute()
}

/** When a signer's data is removed from a document of this account. */
export const forgetAddress = async (db: ApiDatabase, userId: number, email: string): Promise<void> => {
  await db.deleteFrom('contacts').where('user_id', '=', userId).where('email_key', '=', emailKey(email)).execute()
}

/** When a document is erased: forgets those whom it alone invited, and keeps those whom another document invites. */
export const forgetContactsOf = async (
  db: ApiDatabase,
  { id, owner_id }: Pick<StoredDocument, 'id' | 'owner_id'>,
): Promise<void> => {
  const invited = await db.selectFrom('invitations').select('email').where('document_id', '=', id).execute()
  const keys = [...new Set(invited.map(({ email }) => emailKey(email)))]
  if (keys.length === 0) return
  await db
    .deleteFrom('contacts')
    .where('user_id', '=', owner_id)
    .where('email_key', 'in', keys)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .innerJoin('invitations', 'invitations.document_id', 'documents.id')
            .select('documents.id')
            .where('documents.owner_id', '=', owner_id)
            .where('documents.id', '!=', id)
            .where(sql<boolean>`lower(invitations.email) = contacts.email_key`),
        ),
      ),
    )
    .execute()
}

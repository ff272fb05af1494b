import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: { id: number; owner_id: number; deleted_at: number | null }
  fields: { id: number; signer_name: string; signer_email: string }
  invitations: { id: number; document_id: number; field_id: number; email: string; created_at: number }
  contacts: {
    id: number
    user_id: number
    email_key: string
    email: string
    name: string
    search_text: string
    last_used_at: number
  }
}

const createTable = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('contacts')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('contacts_once', ['user_id', 'email_key'])
    .execute()
  await db.schema.createIndex('contacts_by_use').on('contacts').columns(['user_id', 'last_used_at']).execute()
  await db.schema.createIndex('contacts_by_age').on('contacts').column('last_used_at').execute()
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const learnFromInvitations = async (db: Kysely<Tables>): Promise<void> => {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('fields', 'fields.id', 'invitations.field_id')
    .innerJoin('documents', 'documents.id', 'invitations.document_id')
    .select(['invitations.id', 'documents.owner_id', 'invitations.email', 'fields.signer_name as name'])
    .select('invitations.created_at')
    .whereRef('fields.signer_email', '=', 'invitations.email')
    .where('invitations.email', '!=', '')
    .where('documents.deleted_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .execute()
  for (const { id, owner_id, email, name, created_at } of rows)
    await db
      .insertInto('contacts')
      .values({
        id,
        user_id: owner_id,
        email_key: email.normalize('NFC').trim().toLowerCase(),
        email,
        name,
        search_text: `${fold(name)}\n${fold(email)}`,
        last_used_at: created_at,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'email_key']).doNothing())
      .execute()
}

export const contacts: Migration = {
  up: async (db: Kysely<Tables>) => {
    await createTable(db)
    await learnFromInvitations(db)
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: { id: number; shared_at: number | null; public_link_at: number | null }
  fields: { id: number; signed_by_link_at: number | null }
  agent_sessions: {
    document_id: number
    x: number | null
    ended_at: number | null
    used_at: number | null
    created_at: number
    email_confirmed_at: number | null
  }
  signatures: { field_id: number; signed_at: number; came_by: string | null }
}

const addColumns = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('documents').addColumn('link_code_at', 'bigint').execute()
  await db.schema.alterTable('fields').addColumn('signed_by_link_at', 'bigint').execute()
  await db.schema.alterTable('agent_sessions').addColumn('email_confirmed_at', 'bigint').execute()
}

const createCodes = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('link_codes')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('link_codes_by_document')
    .unique()
    .on('link_codes')
    .columns(['document_id', 'email_key'])
    .execute()
}

/**
 * Owners had enabled these URLs for reading only. A
 * used field link proves that signing was meant, too.
 */
const closeSigning = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .updateTable('documents')
    .set({ public_link_at: null })
    .where('public_link_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('agent_sessions')
            .select('agent_sessions.document_id')
            .whereRef('agent_sessions.document_id', '=', 'documents.id')
            .where('agent_sessions.x', 'is', null),
        ),
      ),
    )
    .execute()
  await db
    .updateTable('agent_sessions')
    .set((eb) => ({ ended_at: eb.ref('created_at') }))
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .where('document_id', 'in', (eb) =>
      eb.selectFrom('documents').select('documents.id').where('documents.public_link_at', 'is', null),
    )
    .execute()
}

const markSigned = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .updateTable('fields')
    .set((eb) => ({
      signed_by_link_at: eb
        .selectFrom('signatures')
        .select('signatures.signed_at')
        .whereRef('signatures.field_id', '=', 'fields.id')
        .where('signatures.came_by', 'like', 'agent-session:%'),
    }))
    .execute()
}

export const publicLinks: Migration = {
  up: async (db: Kysely<Tables>) => {
    await addColumns(db)
    await createCodes(db)
    await closeSigning(db)
    await markSigned(db)
  },
}

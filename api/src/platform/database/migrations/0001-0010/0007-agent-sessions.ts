import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: { id: number; shared_at: number | null; public_link_at: number | null }
  invitations: { id: number; document_id: number; field_id: number; used_at: number | null }
  signatures: { field_id: number; signed_at: number; came_by: string | null }
}

const createSessions = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .createTable('agent_sessions')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('document_id', 'bigint', (c) => c.notNull().references('documents.id'))
    .addColumn('field_id', 'bigint', (c) => c.notNull())
    .addColumn('x', 'double precision')
    .addColumn('y', 'double precision')
    .addColumn('width', 'double precision')
    .addColumn('height', 'double precision')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('identification_type', 'text', (c) => c.notNull())
    .addColumn('identification_number', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('agent_sessions_by_document').on('agent_sessions').column('document_id').execute()
  await db.schema.createIndex('agent_sessions_by_end').on('agent_sessions').column('expires_at').execute()
}

/**
 * Documents shared without invitations were shared by URL.
 * For the others this is unknown: their URL stays off.
 */
const tellPublicLinks = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('documents').addColumn('public_link_at', 'bigint').execute()
  await db
    .updateTable('documents')
    .set((eb) => ({ public_link_at: eb.ref('shared_at') }))
    .where('shared_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invitations')
            .select('invitations.id')
            .whereRef('invitations.document_id', '=', 'documents.id'),
        ),
      ),
    )
    .execute()
}

const tellLinksOfSignatures = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.alterTable('signatures').addColumn('came_by', 'text').execute()
  await db
    .updateTable('signatures')
    .set((eb) => ({
      came_by: eb
        .selectFrom('invitations')
        .select(sql<string>`'invitation:' || cast(invitations.id as text)`.as('link'))
        .whereRef('invitations.field_id', '=', 'signatures.field_id')
        .whereRef('invitations.used_at', '=', 'signatures.signed_at')
        .limit(1),
    }))
    .execute()
}

export const agentSessions: Migration = {
  up: async (db: Kysely<Tables>) => {
    await createSessions(db)
    await tellPublicLinks(db)
    await tellLinksOfSignatures(db)
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const addColumns = async (db: AnyDb, table: string, columns: Record<string, 'text' | 'bigint' | 'integer'>) => {
  for (const [name, type] of Object.entries(columns)) await db.schema.alterTable(table).addColumn(name, type).execute()
}

export const guestSigning: Migration = {
  up: async (db: AnyDb) => {
    await addColumns(db, 'invitations', {
      seen_at: 'bigint',
      declined_at: 'bigint',
      decline_reason: 'text',
      reminded_at: 'bigint',
      silenced_at: 'bigint',
      proposed_at: 'bigint',
      proposed_name: 'text',
      proposed_email: 'text',
      proposal_note: 'text',
    })
    await db.schema
      .alterTable('invitations')
      .addColumn('reminders', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    // Earlier signatures used the simulated agent.
    await db.schema
      .alterTable('signatures')
      .addColumn('agent', 'text', (c) => c.notNull().defaultTo('simulated'))
      .execute()
    await addColumns(db, 'signatures', {
      declared_identification: 'text',
      proven_identification: 'text',
    })
  },
}

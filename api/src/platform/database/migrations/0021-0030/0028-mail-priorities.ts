import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  outbox: { kind: string; state: string; priority: number }
}

// A frozen copy of `mail/priorities.ts`.
const CODES = ['reset-code', 'link-code', 'email-confirmation']
const NOTICES = [
  'reminder',
  'field-signed',
  'document-completed',
  'document-copy',
  'document-declined',
  'document-cancelled',
  'sealing-failed',
]

export const mailPriorities: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.schema
      .alterTable('outbox')
      .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    for (const [priority, kinds] of [
      [0, CODES],
      [2, NOTICES],
    ] as const)
      await db
        .updateTable('outbox')
        .set({ priority })
        .where('state', '=', 'pending')
        .where('kind', 'in', kinds)
        .execute()
    await db.schema.dropIndex('outbox_due').execute()
    await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'priority', 'next_attempt_at']).execute()
  },
}

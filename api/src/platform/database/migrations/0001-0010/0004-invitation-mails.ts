import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  invitations: { id: number; document_id: number; email: string; created_at: number; mail_id: number | null }
  outbox: { id: number; kind: string; document_id: number | null; to_address: string; created_at: number }
}

/** One transaction wrote both, so `created_at` is equal. */
export const invitationMails: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.schema.alterTable('invitations').addColumn('mail_id', 'bigint').execute()
    await db
      .updateTable('invitations')
      .set((eb) => ({
        mail_id: eb
          .selectFrom('outbox')
          .select('outbox.id')
          .where('outbox.kind', '=', 'invitation')
          .whereRef('outbox.document_id', '=', 'invitations.document_id')
          .whereRef('outbox.to_address', '=', 'invitations.email')
          .whereRef('outbox.created_at', '=', 'invitations.created_at')
          .limit(1),
      }))
      .execute()
  },
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: { shared_at: number | null; public_link_at: number | null }
}

/** Sending an invitation also set `shared_at` before. */
export const invitationsOpenAlone: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.updateTable('documents').set({ shared_at: null }).where('public_link_at', 'is', null).execute()
  },
}

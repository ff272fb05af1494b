import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: { shared_at: number | null; public_link_at: number | null }
}

/**
 * An invitation opens its document to its own token and to nobody else. Before, sending one also set `shared_at`.
 * Only documents whose public URL was generated stay open to anybody with the address.
 */
export const invitationsOpenAlone: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.updateTable('documents').set({ shared_at: null }).where('public_link_at', 'is', null).execute()
  },
}

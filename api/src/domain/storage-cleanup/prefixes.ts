import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { type BlobPrefix, withPrefixes } from '../../platform/storage/prefixed-blobs.ts'

/** Undefined if the blob has a file, or is not stored. */
export const findPrefix = (db: ApiDatabase, sha256: string): Promise<BlobPrefix | undefined> =>
  db.selectFrom('blob_prefixes').select(['within', 'size']).where('sha256', '=', sha256).executeTakeFirst()

/** A copied database may be older than its files. */
const findLater = (db: ApiDatabase, sha256: string): Promise<BlobPrefix | undefined> =>
  db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'revisions.document_id')
    .innerJoin('revisions as newest', (join) =>
      join.onRef('newest.document_id', '=', 'documents.id').onRef('newest.number', '=', 'documents.revision'),
    )
    .select(['newest.sha256 as within', 'revisions.size'])
    .where('revisions.sha256', '=', sha256)
    .where('revisions.number', '>', 0)
    .whereRef('revisions.size', '<', 'newest.size')
    .orderBy('documents.id')
    .executeTakeFirst()

/**
 * A store that finds blobs without a file in their container. Looks for the file first, so the newest revision costs
 * no query.
 */
export const readPrefixes = (db: ApiDatabase, files: BlobStore): BlobStore =>
  withPrefixes(files, async (sha256) => (await findPrefix(db, sha256)) ?? findLater(db, sha256))

/** When a container becomes a prefix itself: rows never form chains. Call it in that transaction. */
export const repointPrefixes = async (db: ApiDatabase, from: string, to: string): Promise<void> => {
  await db.updateTable('blob_prefixes').set({ within: to }).where('within', '=', from).execute()
}

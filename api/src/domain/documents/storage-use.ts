import type { Db } from '../../platform/database/open-database.ts'
import type { Services } from '../../platform/services.ts'

export interface StorageUse {
  /** Bytes of revisions with a file, also of deleted documents. */
  readonly used: number
  readonly deleted: number
}

export const readStorageUse = async (db: Db, ownerId: number): Promise<StorageUse> => {
  const { used, kept } = await db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'revisions.document_id')
    .where('documents.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('revisions.number', '=', 0), eb('revisions.number', '>=', eb.ref('documents.compacted'))]))
    .select((eb) => [
      eb.fn.sum<number | string | null>('revisions.size').as('used'),
      eb.fn.sum<number | string | null>('revisions.size').filterWhere('documents.deleted_at', 'is', null).as('kept'),
    ])
    .executeTakeFirstOrThrow()
  // PostgreSQL sums to text.
  return { used: Number(used), deleted: Number(used) - Number(kept) }
}

/** Concurrent requests may exceed the quota by one file each. */
export const fitsQuota = async (
  { db, quota }: Pick<Services, 'db' | 'quota'>,
  ownerId: number,
  bytes: number,
): Promise<boolean> => (await readStorageUse(db, ownerId)).used + bytes <= quota

import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'

/** Bytes of an account. */
export interface StorageUse {
  /** Bytes of revisions with a file, also of deleted documents. */
  readonly used: number
  readonly deleted: number
}

const templateBytes = async (db: ApiDatabase, ownerId: number): Promise<number> => {
  const files = db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .where('templates.owner_id', '=', ownerId)
    .select(['template_versions.sha256', 'template_versions.size'])
    .distinct()
    .as('files')
  const { sum } = await db
    .selectFrom(files)
    .select((eb) => eb.fn.sum<number | string | null>('files.size').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/**
 * Counts the bytes of the account, whether or not others have them too: otherwise it would reveal that another account
 * has a file. Compacted revisions have no file and cost nothing.
 */
export const readStorageUse = async (db: ApiDatabase, ownerId: number): Promise<StorageUse> => {
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
  return { used: Number(used) + (await templateBytes(db, ownerId)), deleted: Number(used) - Number(kept) }
}

/** Concurrent requests may exceed the quota by one file each. */
export const fitsQuota = async (
  { db, quota }: Pick<ApiServices, 'db' | 'quota'>,
  ownerId: number,
  bytes: number,
): Promise<boolean> => (await readStorageUse(db, ownerId)).used + bytes <= quota

import { migrateToLatest } from './migrate-to-latest.ts'
import type { ApiDatabase, OnMigrated, WrapDialect } from './open-database.ts'
import { openPool, plainKysely, serialKysely } from './postgres-dialect.ts'
import type { DatabaseSchema } from './schema.ts'

/**
 * Opens and migrates the database; safe for concurrent starts
 * (Kysely's advisory lock).
 * @param onMigrated called if migrations ran here
 * @throws the first failed migration's error
 */
export const openPostgres = async (
  url: string,
  onError: (error: unknown) => void,
  { onMigrated, wrapDialect }: { readonly onMigrated?: OnMigrated; readonly wrapDialect?: WrapDialect } = {},
): Promise<ApiDatabase> => {
  const pool = openPool({ url, onError })
  try {
    const run = await migrateToLatest(plainKysely<DatabaseSchema>(pool))
    if (run.length > 0) onMigrated?.(run)
  } catch (error) {
    await pool.end()
    throw error
  }
  return serialKysely<DatabaseSchema>(pool, wrapDialect)
}

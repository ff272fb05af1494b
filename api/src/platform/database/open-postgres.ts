import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db, OnMigrated, WrapDialect } from './open-database.ts'
import { openPool, plainKysely, serialKysely } from './postgres-dialect.ts'
import type { Database } from './schema.ts'

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
): Promise<Db> => {
  const pool = openPool({ url, onError })
  try {
    const db = plainKysely<Database>(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    if (results.length > 0) onMigrated?.(results.map(({ migrationName }) => migrationName))
  } catch (error) {
    await pool.end()
    throw error
  }
  return serialKysely<Database>(pool, wrapDialect)
}

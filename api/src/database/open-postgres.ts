import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db } from './open-database.ts'
import { openPool, plainKysely, serialKysely } from './postgres-dialect.ts'
import type { Database } from './schema.ts'

/**
 * Opens the database that the address names and brings its tables up to date. Kysely's migrator holds an advisory lock
 * meanwhile: of several processes that start at once one works and the others find it done.
 * @throws what the first failing migration threw
 */
export const openPostgres = async (url: string, onError: (error: unknown) => void): Promise<Db> => {
  const pool = openPool({ url, onError })
  try {
    const db = plainKysely<Database>(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  } catch (error) {
    await pool.end()
    throw error
  }
  return serialKysely<Database>(pool)
}

import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

export type Db = Kysely<Database>

/**
 * Opens the database file, creating it when it is missing, and brings its tables up to date.
 * @throws what the first failing migration threw
 */
export const openDatabase = async (path: string): Promise<Db> => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw error
  }
  return db
}

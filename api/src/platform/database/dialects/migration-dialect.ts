import { type Kysely, PostgresAdapter } from 'kysely'

/** Otherwise it is SQLite. */
// biome-ignore lint/suspicious/noExplicitAny: the tables depend on the migration
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

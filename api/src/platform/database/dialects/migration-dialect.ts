import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Otherwise it is SQLite. */
// biome-ignore lint/suspicious/noExplicitAny: the tables depend on the migration
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Compares bytes, as SQLite does, in every database locale. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const bytewiseText = (db: Kysely<any>) => (isPostgres(db) ? sql`text collate "C"` : ('text' as const))

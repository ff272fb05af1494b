import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Whether it is PostgreSQL; SQLite otherwise. For the few statements that the two do not share. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the tables were at the time of the migration
export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Text that is compared by its bytes, as SQLite compares all text, whatever language the database was made for. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const bytewiseText = (db: Kysely<any>) => (isPostgres(db) ? sql`text collate "C"` : ('text' as const))

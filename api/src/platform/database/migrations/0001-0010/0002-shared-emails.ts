import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../../dialects/migration-dialect.ts'

type AnyDb = Kysely<Record<string, never>>

const columns = sql.raw(
  'id, username, username_key, first_name, last_name, email, email_key, phone, country, city, company, password_hash, created_at',
)

/** SQLite cannot drop a constraint. */
const remakeUsers = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('users_new')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into users_new (${columns}) select ${columns} from users`.execute(db)
  await db.schema.dropTable('users').execute()
  await db.schema.alterTable('users_new').renameTo('users').execute()
}

const dropUniqueEmail = async (db: AnyDb): Promise<void> => {
  if (isPostgres(db)) await db.schema.alterTable('users').dropConstraint('users_email_key_key').execute()
  else await remakeUsers(db)
  await db.schema.createIndex('users_by_email').on('users').column('email_key').execute()
}

const createResets = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('reset_requests')
    .addColumn('id', 'bigint', (c) => c.notNull().unique())
    .addColumn('email_key', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('prepared_at', 'bigint')
    .execute()
  // No foreign key: replacing a request must end its codes.
  await db.schema
    .createTable('reset_codes')
    .addColumn('request_id', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reset_codes_pk', ['request_id', 'user_id'])
    .execute()
}

export const sharedEmails: Migration = {
  up: async (db) => {
    await dropUniqueEmail(db)
    await createResets(db)
  },
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { usernameSkeleton } from '../../../names/username-skeleton.ts'

type AnyDb = Kysely<Record<string, never>>

const extendUsers = async (db: AnyDb): Promise<void> => {
  await db.schema.alterTable('users').addColumn('email_verified_at', 'bigint').execute()
  await db.schema
    .alterTable('users')
    .addColumn('username_skeleton', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const users = await sql<{ id: number; username: string }>`select id, username from users`.execute(db)
  for (const { id, username } of users.rows)
    await sql`update users set username_skeleton = ${usernameSkeleton(username)} where id = ${id}`.execute(db)
  // No unique constraint: older names may look alike.
  await db.schema.createIndex('users_by_skeleton').on('users').column('username_skeleton').execute()
}

const extendSessions = async (db: AnyDb): Promise<void> => {
  const sessions = () => db.schema.alterTable('sessions')
  await sessions().addColumn('address', 'text').execute()
  await sessions().addColumn('user_agent', 'text').execute()
  await sessions()
    .addColumn('last_used_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}

const createEmailTables = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('email_confirmations')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('email_confirmations_pk', ['user_id', 'kind'])
    .execute()
  await db.schema
    .createTable('email_changes')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('old_email', 'text', (c) => c.notNull())
    .addColumn('old_verified_at', 'bigint')
    .addColumn('undo_hash', 'text', (c) => c.notNull().unique())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('undo_until', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('email_changes_by_user').on('email_changes').column('user_id').execute()
}

const createDevices = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('familiar_devices')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('familiar_devices_by_user').on('familiar_devices').column('user_id').execute()
}

const createCodes = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('totp_factors')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.id'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute()
}

const createPasskeys = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('auth_challenges')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'bigint', (c) => c.references('users.id'))
    .addColumn('session_id', 'bigint', (c) => c.references('sessions.id'))
    .addColumn('challenge', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
}

const createProofsAndLog = async (db: AnyDb): Promise<void> => {
  await db.schema
    .createTable('identity_proofs')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'bigint', (c) => c.notNull().references('sessions.id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('security_events')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.id'))
    .addColumn('happened_at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .execute()
  await db.schema
    .createIndex('security_events_by_user')
    .on('security_events')
    .columns(['user_id', 'happened_at'])
    .execute()
}

export const accountSecurity: Migration = {
  up: async (db: AnyDb) => {
    await extendUsers(db)
    await extendSessions(db)
    await createEmailTables(db)
    await createProofsAndLog(db)
    await createDevices(db)
    await createCodes(db)
    await createPasskeys(db)
  },
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

const statements = [
  `CREATE TABLE account_addresses (
    address_key text PRIMARY KEY, id bigint NOT NULL UNIQUE, user_id bigint NOT NULL REFERENCES users (id),
    email text NOT NULL, confirmed_at bigint NOT NULL
  )`,
  'CREATE INDEX account_addresses_by_user ON account_addresses (user_id)',
  `CREATE TABLE address_confirmations (
    id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users (id), address_key text NOT NULL,
    email text NOT NULL, token_hash text NOT NULL UNIQUE, created_at bigint NOT NULL, expires_at bigint NOT NULL,
    CONSTRAINT address_confirmations_once UNIQUE (user_id, address_key)
  )`,
]

/** Addresses of an account besides its main one. */
export const addressesMigration: Migration = {
  up: async (db: AnyDb) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

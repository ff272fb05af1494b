import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type AnyDb = Kysely<Record<string, never>>

export const issuedCertificates: Migration = {
  up: async (db: AnyDb) => {
    await db.schema
      .createTable('issued_certificates')
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('serial_number', 'text', (c) => c.notNull())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('valid_to', 'bigint', (c) => c.notNull())
      .addColumn('issued_at', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('revocation_reason', 'integer')
      .addPrimaryKeyConstraint('issued_certificates_key', ['issuer', 'serial_number'])
      .execute()
    await db.schema
      .createIndex('issued_certificates_revoked')
      .on('issued_certificates')
      .columns(['issuer', 'revoked_at'])
      .execute()
    await db.schema
      .alterTable('signatures')
      .addColumn('timestamp_source', 'text', (c) => c.notNull().defaultTo('platform'))
      .execute()
    await db.schema.alterTable('signatures').addColumn('revocation', 'text').execute()
    await db.schema.alterTable('card_requests').addColumn('revocation', 'text').execute()
  },
}

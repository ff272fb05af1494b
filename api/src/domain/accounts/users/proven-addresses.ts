import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'

interface OwnedAddress {
  readonly userId: number
  readonly email: string
}

const isOtherAddressElsewhere = async (db: ApiDatabase, { userId, email }: OwnedAddress): Promise<boolean> =>
  (await db
    .selectFrom('account_addresses')
    .select('id')
    .where('address_key', '=', emailKey(email))
    .where('user_id', '<>', userId)
    .executeTakeFirst()) !== undefined

/** Whether another account has proved the address, as its main or another one. An unproven claim counts for nothing. */
export const isProvenElsewhere = async (db: ApiDatabase, address: OwnedAddress): Promise<boolean> => {
  if (await isOtherAddressElsewhere(db, address)) return true
  const main = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(address.email))
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', address.userId)
    .executeTakeFirst()
  return main !== undefined
}

/**
 * When the account has proved a main address: now, or never while another account has it as another address. Several
 * accounts may prove one main address, as before there were others.
 */
export const provenMainAt = async (db: ApiDatabase, address: OwnedAddress, now: number): Promise<number | null> =>
  (await isOtherAddressElsewhere(db, address)) ? null : now

/** The main address is no other address of its account. */
export const forgetAsOther = async (db: ApiDatabase, { userId, email }: OwnedAddress): Promise<void> => {
  for (const table of ['account_addresses', 'address_confirmations'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).where('address_key', '=', emailKey(email)).execute()
}

/** For an account that a stranger used: all pending addresses, and those confirmed since. */
export const dropAddressesSince = async (db: ApiDatabase, userId: number, since: number): Promise<void> => {
  await db.deleteFrom('address_confirmations').where('user_id', '=', userId).execute()
  await db.deleteFrom('account_addresses').where('user_id', '=', userId).where('confirmed_at', '>=', since).execute()
}

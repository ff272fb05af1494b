import type { SecondFactors } from 'shared/contract/accounts'
import { toInstant, toInstantOrNull } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { countRecoveryCodes } from './codes.ts'
import { passkeysOf } from './passkeys.ts'

/** An app that no code has confirmed is no factor. */
export const hasTotp = async (db: ApiDatabase, userId: number): Promise<boolean> => {
  const factor = db.selectFrom('totp_factors').select('user_id').where('user_id', '=', userId)
  return (await factor.where('confirmed_at', 'is not', null).executeTakeFirst()) !== undefined
}

export const readFactors = async (db: ApiDatabase, userId: number): Promise<SecondFactors> => {
  const passkeys = await passkeysOf(db, userId)
  return {
    totp: await hasTotp(db, userId),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: toInstant(created_at),
      last_used_at: toInstantOrNull(last_used_at),
    })),
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}

/** Recovery codes alone are no second factor: without another one, the password must suffice. */
export const dropUselessCodes = async (db: ApiDatabase, userId: number): Promise<void> => {
  if ((await hasTotp(db, userId)) || (await passkeysOf(db, userId)).length > 0) return
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Recovery codes may be known, too. */
export const dropFactorsSince = async (db: ApiDatabase, userId: number, since: number): Promise<void> => {
  for (const table of ['totp_factors', 'passkeys'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

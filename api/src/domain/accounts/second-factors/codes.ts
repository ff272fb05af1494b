import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { drawRecoveryCodes, type FactorSecrets, normaliseRecoveryCode } from './factor-secrets.ts'
import { matchingStep } from './totp.ts'

interface Typed {
  readonly userId: number
  readonly code: string
  readonly now: number
}

/**
 * Spends the code: a code of the same or an earlier step is refused afterwards.
 *
 * @param isConfirmed false while the app is being added
 */
export const useTotp = async (
  db: ApiDatabase,
  secrets: FactorSecrets,
  { userId, code, now }: Typed,
  isConfirmed = true,
): Promise<boolean> => {
  const factor = await db
    .selectFrom('totp_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (factor === undefined) return false
  const digits = code.replace(/\s/g, '')
  const step = matchingStep(secrets.open(userId, factor.secret), digits, { now, lastStep: factor.last_step })
  if (step === undefined) return false
  const used = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Deletes the code with the answer, so that it works once. */
export const useRecoveryCode = async (
  db: ApiDatabase,
  secrets: FactorSecrets,
  { userId, code }: Typed,
): Promise<boolean> => {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', secrets.hashCode(userId, normaliseRecoveryCode(code)))
    .executeTakeFirst()
  return used.numDeletedRows === 1n
}

/** Replaces all. The texts are shown once; the table has hashes. */
export const renewRecoveryCodes = async (
  db: ApiDatabase,
  secrets: FactorSecrets,
  userId: number,
): Promise<string[]> => {
  const codes = drawRecoveryCodes()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: secrets.hashCode(userId, code) })))
    .execute()
  return codes
}

export const countRecoveryCodes = async (db: ApiDatabase, userId: number): Promise<number> =>
  (await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()).length

/** Codes come with the first factor, so that losing the device does not lose the account. */
export const firstRecoveryCodes = async (db: ApiDatabase, secrets: FactorSecrets, userId: number): Promise<string[]> =>
  (await countRecoveryCodes(db, userId)) > 0 ? [] : renewRecoveryCodes(db, secrets, userId)

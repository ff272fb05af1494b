import { PRODUCT } from 'shared/contract'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'
import { attemptBackoffs } from '../../../platform/http/limits.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findAccount } from '../users/find-user.ts'
import { requireProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { firstRecoveryCodes, renewRecoveryCodes, useTotp } from './codes.ts'
import { dropUselessCodes, hasTotp } from './factors.ts'
import { encodeBase32, newTotpSecret, totpUri } from './totp.ts'

type Managing = Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'factorSecrets' | 'wakeMailWorker'>

/** A code must confirm the key. */
export const startTotp = (
  { db, clock, factorSecrets }: Managing,
  { userId, sessionId }: SessionActor,
  proof: string,
): Promise<{ secret: string; uri: string }> =>
  db.transaction().execute(async (transaction) => {
    const now = clock()
    await requireProof(transaction, { sessionId, proof }, now)
    if (await hasTotp(transaction, userId)) throw new ApiError('SECOND_FACTOR_EXISTS')
    const user = await findAccount(transaction, userId)
    const secret = newTotpSecret()
    const row = { secret: factorSecrets.seal(userId, secret), created_at: now, confirmed_at: null, last_step: 0 }
    await transaction
      .insertInto('totp_factors')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return { secret: encodeBase32(secret), uri: totpUri(secret, PRODUCT, user.username) }
  })

/**
 * Only a code proves that the app has the key; until then it is no factor.
 *
 * @throws ApiError VALIDATION, RATE_LIMITED
 */
export const confirmTotp = async (
  { db, clock, factorSecrets, publicUrl, wakeMailWorker }: Managing,
  limiter: RateLimiter,
  { userId }: SessionActor,
  code: string,
): Promise<{ recovery_codes: string[] }> => {
  await limiter.backOff(attemptBackoffs.secondStepByAccount, String(userId))
  const recovery_codes = await db.transaction().execute(async (transaction) => {
    const now = clock()
    if (!(await useTotp(transaction, factorSecrets, { userId, code, now }, false)))
      throw invalidInput('code', 'El código no es correcto. Escribe el que tu aplicación muestra ahora.')
    await transaction.updateTable('totp_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
    await noteSecurityEvent(transaction, { userId, kind: 'totp-added', now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se activó una aplicación de códigos', publicUrl, now })
    return firstRecoveryCodes(transaction, factorSecrets, userId)
  })
  wakeMailWorker()
  await limiter.resetBackoff(attemptBackoffs.secondStepByAccount, String(userId))
  return { recovery_codes }
}

/** @throws ApiError IDENTITY_NEEDED */
export const removeTotp = async (
  { db, clock, publicUrl, wakeMailWorker }: Managing,
  { userId, sessionId }: SessionActor,
  proof: string,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    await requireProof(transaction, { sessionId, proof }, now)
    const wasOn = await hasTotp(transaction, userId)
    await transaction.deleteFrom('totp_factors').where('user_id', '=', userId).execute()
    await dropUselessCodes(transaction, userId)
    if (!wasOn) return
    await noteSecurityEvent(transaction, { userId, kind: 'totp-removed', now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se quitó la aplicación de códigos', publicUrl, now })
  })
  wakeMailWorker()
}

/**
 * Replaces unused codes, too: who asks may have lost the list.
 *
 * @throws ApiError IDENTITY_NEEDED
 */
export const newRecoveryCodes = async (
  { db, clock, factorSecrets, publicUrl, wakeMailWorker }: Managing,
  { userId, sessionId }: SessionActor,
  proof: string,
): Promise<{ recovery_codes: string[] }> => {
  const recovery_codes = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await requireProof(transaction, { sessionId, proof }, now)
    await noteSecurityEvent(transaction, { userId, kind: 'recovery-codes-made', now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se crearon códigos de recuperación nuevos', publicUrl, now })
    return renewRecoveryCodes(transaction, factorSecrets, userId)
  })
  wakeMailWorker()
  return { recovery_codes }
}

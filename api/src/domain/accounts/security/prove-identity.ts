import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hasTotp } from '../second-factors/factors.ts'
import { passkeysOf } from '../second-factors/passkeys.ts'
import { checkSecondStepCode } from '../second-factors/second-step.ts'
import { findAccount } from '../users/find-user.ts'
import { issueProof } from '../users/identity-proof.ts'
import { verifyPassword } from '../users/password.ts'

/**
 * Asks for the code too, if the account has an app: otherwise the password alone could remove it.
 *
 * @throws ApiError PASSWORD_WRONG, VALIDATION, RATE_LIMITED
 */
export const proveByPassword = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'factorSecrets' | 'wakeMailWorker'>,
  limiter: RateLimiter,
  { userId, sessionId }: SessionActor,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<{ proof: string; expires_in: number }> => {
  const { db, clock } = services
  const user = await findAccount(db, userId)
  if (!(await verifyPassword(password, user.password_hash))) {
    const { message } = new ApiError('PASSWORD_WRONG')
    throw new ApiError('PASSWORD_WRONG', { fields: { password: message } })
  }
  const passkeys = await passkeysOf(db, userId)
  if (passkeys.length > 0 || (await hasTotp(db, userId))) await checkSecondStepCode(services, limiter, userId, code)
  return issueProof(db, sessionId, clock())
}

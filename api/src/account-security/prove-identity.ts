import { verifyPassword } from '../accounts/password.ts'
import type { SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { findAccount } from './find-user.ts'
import { issueProof } from './identity-proof.ts'

/**
 * Confirms with the password who is in front of a session.
 * @throws ApiError PASSWORD_WRONG
 */
export const proveByPassword = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, sessionId }: SessionActor,
  { password }: { readonly password: string },
): Promise<{ proof: string; expires_in: number }> => {
  const user = await findAccount(db, userId)
  if (!(await verifyPassword(password, user.password_hash))) {
    const { message } = new ApiError('PASSWORD_WRONG')
    throw new ApiError('PASSWORD_WRONG', { fields: { password: message } })
  }
  return issueProof(db, sessionId, clock())
}

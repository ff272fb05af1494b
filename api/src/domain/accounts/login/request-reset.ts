import { newId } from '../../../platform/ids.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { RESET_CODE_LIFE } from '../users/constants.ts'

/**
 * Reads no account, so answer and timing
 * reveal none; `reset-mailer.ts` does.
 */
export const requestReset = async ({ db, clock }: Pick<ApiServices, 'db' | 'clock'>, email: string): Promise<void> => {
  const now = clock()
  const request = {
    // A new id invalidates the previous codes.
    id: newId(),
    created_at: now,
    expires_at: now + RESET_CODE_LIFE,
    attempts: 0,
    prepared_at: null,
  }
  await db
    .insertInto('reset_requests')
    .values({ ...request, email_key: emailKey(email) })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(request))
    .execute()
}

import { newId } from '../database/ids.ts'
import type { Services } from '../services.ts'
import { RESET_CODE_LIFE } from './constants.ts'
import { emailKey } from './identity.ts'

/**
 * Notes that somebody wants to choose a new password, in place of what they asked before. It looks at no account:
 * `reset-mailer.ts` does so later, and neither answer nor time can tell whether there is one.
 */
export const requestReset = async ({ db, clock }: Pick<Services, 'db' | 'clock'>, email: string): Promise<void> => {
  const now = clock()
  const request = {
    // A new number ends the codes of the old one.
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

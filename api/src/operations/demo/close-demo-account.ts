import { verifyPassword } from '../../domain/accounts/users/password.ts'
import { endAllSessions } from '../../domain/accounts/users/sessions.ts'
import type { ApiServices } from '../../platform/services.ts'
import { CLOSED_PREFIX, DEMO_CREDENTIALS, findDemoUser } from './create-demo-account.ts'

/** The default password is public; a changed one stays valid. */
export const closeDemoAccount = async ({ db, clock }: Pick<ApiServices, 'db' | 'clock'>): Promise<void> => {
  const user = await findDemoUser({ db })
  if (user === undefined || !(await verifyPassword(DEMO_CREDENTIALS.password, user.password_hash))) return
  await db.transaction().execute(async (transaction) => {
    const password_hash = `${CLOSED_PREFIX}${user.password_hash}`
    await transaction.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    await endAllSessions(transaction, user.id, 'revoked', clock())
  })
}

import type { User } from '../contract/index.ts'
import { isMissingCode, provideAuth, unansweredCall } from '../http/index.ts'
import { notify, removeNotification } from './notifications.ts'
import { currentSession } from './session.ts'
import type { StoredTokens } from './storage.ts'

/**
 * Loads the code first: guests never need it.
 * @throws HttpError if the server did not decide
 */
export const refreshUserSession = async (user: User, tokens: StoredTokens): Promise<string | undefined> => {
  const load = import(/* webpackChunkName: "deferred-refresh-session" */ './refresh-session.ts')
  const code = await load.catch((cause: unknown) => {
    if (isMissingCode(cause)) return unansweredCall(cause)
    throw cause
  })
  return code.refreshAcrossTabs(user, tokens)
}

provideAuth({
  showNotice: (message) => {
    const id = notify({ message, type: 'info', duration: 0 })
    return () => removeNotification(id)
  },
  accessToken: () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? session.tokens.access_token : undefined
  },
  refresh: async () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? refreshUserSession(session.user, session.tokens) : undefined
  },
})

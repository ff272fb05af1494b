import { sessionApi } from '../http/index.ts'
import { currentSession, endSession } from './session.ts'
import { readStoredSession, type StoredTokens } from './storage.ts'

/** On /sign/ pages the session is not restored: read storage. */
const tokensToEnd = (): StoredTokens | undefined => {
  const session = currentSession()
  return session.kind === 'authenticated' ? session.tokens : readStoredSession().tokens
}

/** Ends the local session, even if the server fails. */
export const logOut = async (): Promise<void> => {
  const tokens = tokensToEnd()
  endSession()
  if (tokens) await sessionApi.logout(tokens.access_token).catch(() => undefined)
}

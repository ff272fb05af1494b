import { sessionApi } from '../http/index.ts'
import { currentSession, endSession } from './session.ts'
import { readStoredSession, type StoredTokens } from './storage.ts'

/** Tokens of the session that a log-out ends: the live one, or under /sign/, where none is restored, the stored one. */
const tokensToEnd = (): StoredTokens | undefined => {
  const session = currentSession()
  return session.kind === 'authenticated' ? session.tokens : readStoredSession().tokens
}

/** Clears the session here at once and always; the server is told, and its answer does not matter. */
export const logOut = async (): Promise<void> => {
  const tokens = tokensToEnd()
  endSession()
  if (tokens) await sessionApi.logout(tokens.access_token).catch(() => undefined)
}

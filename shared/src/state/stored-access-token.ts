import { areTokensExpired, nowInSeconds } from './session.ts'
import { readStoredSession } from './storage.ts'

/**
 * The access token in storage, for pages that do not
 * restore the session. Undefined if it has expired, or
 * belongs to another account than that of `email`.
 */
export const storedAccessToken = (email?: string): string | undefined => {
  const { tokens, user } = readStoredSession()
  if (!tokens || areTokensExpired(tokens, nowInSeconds())) return undefined
  const isWanted = email === undefined || user?.email.toLowerCase() === email.toLowerCase()
  return isWanted ? tokens.access_token : undefined
}

import { isExpired, nowInSeconds } from './session.ts'
import { readStoredSession } from './storage.ts'

/**
 * The access token in storage, for pages that do not
 * restore the session. Undefined if it has expired.
 */
export const storedAccessToken = (): string | undefined => {
  const { tokens } = readStoredSession()
  return tokens && !isExpired(tokens, nowInSeconds()) ? tokens.access_token : undefined
}

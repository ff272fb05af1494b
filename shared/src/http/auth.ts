/** Where the request helper gets its bearer from. The session provides it; nothing else does. */
export interface AuthSource {
  /** Access token of the live session, if there is one. */
  accessToken(): string | undefined
  /** Exchanges the refresh token once; answers the new access token, or undefined when the session has ended. */
  refresh(): Promise<string | undefined>
}

let source: AuthSource = {
  accessToken: () => undefined,
  refresh: async () => undefined,
}
let refreshing: Promise<string | undefined> | undefined

export const provideAuth = (next: AuthSource): void => {
  source = next
}

export const currentAccessToken = (): string | undefined => source.accessToken()

/**
 * A token to repeat a call with: one refresh, shared by all calls that wait for it.
 *
 * @param refused the token that a call was refused with; where the session already has another, that one is answered
 */
export const refreshAccessToken = (refused?: string): Promise<string | undefined> => {
  const current = currentAccessToken()
  if (refused !== undefined && current !== undefined && current !== refused) return Promise.resolve(current)
  refreshing ??= source.refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

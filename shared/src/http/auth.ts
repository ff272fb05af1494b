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

/** One refresh, shared by all calls that wait for it. */
export const refreshAccessToken = (): Promise<string | undefined> => {
  refreshing ??= source.refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

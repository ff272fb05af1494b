/** Implemented by the session only. */
interface AuthSource {
  accessToken(): string | undefined
  /** Refreshes once; undefined if the session has ended. */
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
 * Returns a token for the retry. Concurrent calls share
 * one refresh.
 * @param refused the rejected token; if the session has a
 * newer one, returns that
 */
export const refreshAccessToken = (refused?: string): Promise<string | undefined> => {
  const current = currentAccessToken()
  if (refused !== undefined && current !== undefined && current !== refused) return Promise.resolve(current)
  refreshing ??= source.refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

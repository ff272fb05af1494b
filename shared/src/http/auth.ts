/** @returns hides the message */
export type ShowNotice = (message: string) => () => void

interface AuthSource {
  accessToken(): string | undefined
  /** Refreshes once; undefined if the session has ended. */
  refresh(): Promise<string | undefined>
  showNotice?: ShowNotice
}

let source: AuthSource = {
  accessToken: () => undefined,
  refresh: async () => undefined,
}
let refreshing: Promise<string | undefined> | undefined

export const provideAuth = (next: AuthSource): void => {
  source = next
}

export const showNotice: ShowNotice = (message) => source.showNotice?.(message) ?? (() => undefined)

export const currentAccessToken = (): string | undefined => source.accessToken()

/**
 * Concurrent calls share one refresh.
 * @param refused the rejected token; if the session has a newer one,
 * returns that
 */
export const refreshAccessToken = (refused?: string): Promise<string | undefined> => {
  const current = currentAccessToken()
  if (refused !== undefined && current !== undefined && current !== refused) return Promise.resolve(current)
  refreshing ??= source.refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

import { HttpError } from 'shared/http'

/** The browser knows that there is no network. */
export const isOffline = (error: unknown): boolean =>
  !navigator.onLine && error instanceof HttpError && error.failure.kind === 'network'

import { HttpError } from 'shared/http'

export const isOffline = (error: unknown): boolean =>
  !navigator.onLine && error instanceof HttpError && error.failure.kind === 'network'

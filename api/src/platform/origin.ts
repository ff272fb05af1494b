import { AsyncLocalStorage } from 'node:async_hooks'
import { withoutCause } from 'shared/server'

export interface RequestOrigin {
  /** IP address. */
  readonly address: string
  readonly userAgent: string | null
}

const USER_AGENT_MAX_LENGTH = 300

const origins = new AsyncLocalStorage<RequestOrigin>()

/** The header is untrusted text. */
export const boundedUserAgent = (header: string | undefined): string | null => {
  const line = header?.replace(/\p{Cc}+/gu, ' ').trim() ?? ''
  return line === '' ? null : line.slice(0, USER_AGENT_MAX_LENGTH)
}

/**
 * Binds the origin to a request (`AsyncLocalStorage`),
 * because a dozen callers write to the log.
 */
export const withOrigin = <T>(origin: RequestOrigin, work: () => T): T => origins.run(origin, work)

/** Undefined in background work. */
export const currentOrigin = (): RequestOrigin | undefined => origins.getStore()

/** Runs background work that a request triggers. */
export const withoutOrigin = <T>(work: () => T): T => origins.exit(() => withoutCause(work))

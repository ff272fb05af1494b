import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a request came from, as far as the server can tell. */
export interface Origin {
  /** IP address. */
  readonly address: string
  readonly userAgent: string | null
}

const USER_AGENT_MAX_LENGTH = 300

const origins = new AsyncLocalStorage<Origin>()

/** What a browser says of itself, in one line of bounded length: it is somebody else's text. */
export const boundedUserAgent = (header: string | undefined): string | null => {
  const line = header?.replace(/\p{Cc}+/gu, ' ').trim() ?? ''
  return line === '' ? null : line.slice(0, USER_AGENT_MAX_LENGTH)
}

/**
 * Runs a request so that the log can tell where it came from. It travels beside the calls: a dozen use cases write to
 * the log, and none of them has another use for the address.
 */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)

/** Where the request under way came from; undefined in background work. */
export const currentOrigin = (): Origin | undefined => origins.getStore()

/** Runs what a request sets off but is no part of it, such as the sending of mails. */
export const withoutOrigin = <T>(work: () => T): T => origins.exit(work)

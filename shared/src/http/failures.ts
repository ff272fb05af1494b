import { HttpError, isAbort } from './http-error.ts'
import { NETWORK_MESSAGE } from './read-failure.ts'

/**
 * What a person reads about a bug of ours. It blames neither the
 * connection nor the session: both would send people to look for a fault
 * that they do not have.
 */
export const UNKNOWN_FAILURE = 'Algo falló de nuestro lado. Intenta de nuevo; si se repite, recarga la página.'

/**
 * `answered`: the server refused, or its reply does not match the
 * contract. `unansweredCall`: the connection failed, as our client says.
 * `unknown`: anything that nobody expected, so a bug of ours.
 */
export type FailureKind = 'answered' | 'unanswered' | 'cancelled' | 'unknown'

/** Detects webpack's errors of lazy code and styles: a lost connection or a deploy. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))

/**
 * The browser's own errors of a failed connection are `unknown` here: a
 * `TypeError` of `fetch` looks like one of a bug. Mark them with
 * `unansweredCall` where the call is made.
 */
export const kindOfFailure = (error: unknown): FailureKind => {
  if (isAbort(error)) return 'cancelled'
  if (isMissingCode(error)) return 'unanswered'
  if (!(error instanceof HttpError)) return 'unknown'
  return error.failure.kind === 'network' ? 'unanswered' : 'answered'
}

/** Passes an abort on; anything else becomes an unanswered call. */
export const unansweredCall = (cause: unknown): never => {
  if (isAbort(cause)) throw cause
  throw new HttpError(NETWORK_MESSAGE, { kind: 'network' }, { cause })
}

const reported = new WeakSet<object>()

/**
 * Reports an unknown error with its stack: the browser prints it, and the
 * shell counts it against the release whose script threw. Each error is
 * reported once, however many texts are made of it.
 */
export const reportUnknown = (error: unknown): void => {
  if (kindOfFailure(error) !== 'unknown') return
  const key = error instanceof Object ? error : undefined
  if (key && reported.has(key)) return
  if (key) reported.add(key)
  reportError(error)
}

/** The screen's own text, unless the error is a bug of ours: that is reported and told. */
export const failureText = (error: unknown, known: string): string => {
  reportUnknown(error)
  return kindOfFailure(error) === 'unknown' ? UNKNOWN_FAILURE : known
}

/**
 * The server's message comes first. An unknown error is reported.
 * @param fallback where the specification has its own text, or the
 * screen a better next step
 */
export const messageOf = (error: unknown, fallback: string = UNKNOWN_FAILURE): string => {
  reportUnknown(error)
  if (error instanceof HttpError) return error.serverMessage ?? error.message
  return kindOfFailure(error) === 'unknown' ? fallback : NETWORK_MESSAGE
}

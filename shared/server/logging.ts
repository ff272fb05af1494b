import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Queries contain invitation tokens and e-mail addresses. */
const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url

export const describeRequest = ({ method, url }: { readonly method: string; readonly url: string }) => ({
  method,
  path: withoutQuery(url),
})

const SECRETS = [
  '*.authorization',
  // The multipart parser logs headers at level trace.
  '*.headers.authorization',
  '*.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.new_password',
  '*.client_secret',
  '*.code_hash',
  '*.token',
  '*.access_token',
  '*.refresh_token',
]

interface LoggingOptions extends Pick<LoggerOptions, 'base' | 'mixin' | 'serializers'> {
  readonly level: LogLevel
  /** Default: standard output. */
  readonly destination?: DestinationStream | undefined
}

/**
 * JSON lines without bodies, queries and headers; `redact` is a second
 * safeguard.
 */
export const createLogger = ({ destination, serializers, ...options }: LoggingOptions): Logger => {
  const complete: LoggerOptions = {
    ...options,
    redact: SECRETS,
    serializers: { err: pino.stdSerializers.err, req: describeRequest, ...serializers },
  }
  return destination === undefined ? pino(complete) : pino(complete, destination)
}

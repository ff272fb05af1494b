import { type BaseLogger, type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Environment } from './environment/environment.ts'

/** What background work writes to. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly ip: string
}

/** Queries contain invitation tokens. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/**
 * JSON lines without bodies, queries and
 * headers; `redact` is a second safeguard.
 */
export const createLog = (level: Environment['logLevel'], destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    redact: [
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
    ],
    serializers: {
      err: pino.stdSerializers.err,
      req: (request: LoggedRequest) => ({ method: request.method, path: pathOf(request.url), address: request.ip }),
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

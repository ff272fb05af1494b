import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Environment } from './environment/environment.ts'

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
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), address: request.ip }),
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

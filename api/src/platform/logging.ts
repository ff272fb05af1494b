import type { BaseLogger, DestinationStream, Logger } from 'pino'
import { createLogger, describeRequest, type LogLevel } from 'shared/server'

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly ip: string
}

const req = (request: LoggedRequest) => ({ ...describeRequest(request), address: request.ip })

export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  createLogger({ level, destination, serializers: { req } })

import type { BaseLogger, DestinationStream, Logger } from 'pino'
import { createLogger, currentCause, describeRequest, type LogLevel } from 'shared/server'

export type ServiceLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly ip: string
}

/** Lines of a request have it by themselves. */
const requestFields = (_line: object, _level: number, logger: Logger): object => {
  const { request_id: reqId } = currentCause()
  return reqId === null || 'reqId' in logger.bindings() ? {} : { reqId }
}

const req = (request: LoggedRequest) => ({ ...describeRequest(request), address: request.ip })

export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  createLogger({ level, destination, serializers: { req }, mixin: requestFields })

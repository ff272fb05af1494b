import type { FastifyRequest } from 'fastify'
import type { DestinationStream, Logger } from 'pino'
import { createLogger, describeRequest, type LogLevel } from 'shared/server'

const req = (request: FastifyRequest) => ({ ...describeRequest(request), address: request.ip })

export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  createLogger({ level, destination, serializers: { req } })

import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import type { DestinationStream } from 'pino'
import { createLogger, describeRequest, type LogLevel } from 'shared/server'

const res = ({ statusCode }: FastifyReply) => ({ status: statusCode })

export const createSiteLogger = (level: LogLevel, destination?: DestinationStream): FastifyBaseLogger =>
  createLogger({ level, destination, base: { service: 'site' }, serializers: { res } })

export const logAnswers = (site: FastifyInstance): void => {
  site.addHook('onResponse', async (request, reply) => {
    const line = { ...describeRequest(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}

import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import type { Environment } from './environment.ts'

/** Queries contain invitation tokens and e-mail addresses. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

const describe = (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url) })

/** Logs no headers, bodies and queries. */
export const loggerOptions = (
  level: Environment['logLevel'],
  stream?: DestinationStream,
): FastifyServerOptions['logger'] => ({
  ...(stream === undefined ? {} : { stream }),
  level,
  base: { service: 'site' },
  serializers: { req: describe, res: ({ statusCode }) => ({ status: statusCode }) },
})

export const logAnswers = (site: FastifyInstance): void => {
  site.addHook('onResponse', async (request, reply) => {
    const line = { ...describe(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}

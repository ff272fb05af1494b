import type { FastifyRequest } from 'fastify'
import { addressKey } from 'shared/server'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import type { RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { BounceAddress } from './bounce-address.ts'
import { recordBounce } from './record-bounce.ts'

/** Bytes; reports quote attachments. */
const REPORT_MAX = 8 * 1024 * 1024
const MESSAGE = 'message/rfc822'

const secretOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

/** The site does not pass it on. */
export const bounceRoutes = ({ app, limiter }: RouteServices, services: ApiServices): void => {
  const admit = async (request: FastifyRequest): Promise<BounceAddress> => {
    const { bounces } = services
    if (bounces === null || !bounces.isSecret(secretOf(request))) throw new ApiError('NOT_FOUND')
    return bounces
  }
  void app.register(async (scope) => {
    scope.addContentTypeParser(MESSAGE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: '/mail/bounces',
      bodyLimit: REPORT_MAX,
      schema: { hide: true },
      onRequest: async (request) => {
        await limiter.hit(rateLimits.bounceByAddress, addressKey(request.ip))
        await admit(request)
      },
      handler: async (request, reply) => {
        const { body } = request
        if (!Buffer.isBuffer(body)) throw new ApiError('VALIDATION', { message: `Esta dirección espera ${MESSAGE}.` })
        const outcome = await recordBounce(services, await admit(request), new Uint8Array(body))
        return reply.send({ outcome })
      },
    })
  })
}

import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import {
  addSecurityHeaders,
  type ClientGuard,
  type ClientLimits,
  closeIfArriving,
  forwardedTraceParent,
  protocolOf,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
  type RequestTracing,
  securityHeaders,
  timeoutOptions,
  traceRequests,
} from 'shared/server'
import { admitsHost, isListedOrigin } from '../domain/embedding/listed-origins.ts'
import { devOutboxRoutes } from '../domain/mail/routes.ts'
import type { LoadEnvironment } from '../platform/environment/overload-environment.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { allowOrigins } from '../platform/http/cross-origin.ts'
import { registerOpenApi } from '../platform/http/description/serve-openapi.ts'
import { answerError, answerErrors } from '../platform/http/error-replies.ts'
import { guardApi, limitCallsAtOnce } from '../platform/http/guard-api.ts'
import { createKeptReplies } from '../platform/http/kept-replies.ts'
import { serveReference } from '../platform/http/reference/serve-reference.ts'
import { type RouteServices, refuseRoutesWithoutRule } from '../platform/http/route.ts'
import { shedLoad } from '../platform/http/shed-load.ts'
import { watchLoopDelay } from '../platform/monitoring/loop-delay.ts'
import { createConcurrencyLimits } from '../platform/overload/concurrency-limit.ts'
import type { ApiServices } from '../platform/services.ts'
import { authenticateRequest } from './authenticate.ts'
import { healthRoutes } from './health/health-routes.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { measureServices, serveApiMetrics } from './metrics/serve-metrics.ts'
import { registerRoutes } from './register-routes.ts'

export interface AppOptions {
  readonly log: FastifyBaseLogger
  readonly dataDir: string
  /** Serves `/dev/outbox` instead of sending mails. */
  readonly showOutbox: boolean
  readonly rateLimitFactor: number
  /** Without it, /metrics is disabled. */
  readonly metricsToken?: string
  /** Trusted for client addresses; default: this machine. */
  readonly trustedProxies?: string
  /** Per process; default: unlimited. */
  readonly load?: LoadEnvironment
  readonly timeouts?: RequestTimeouts
  readonly clientLimits?: ClientLimits
  readonly tracing?: RequestTracing | undefined
  /** Milliseconds, for tests. */
  readonly uploadTimeout?: number
}

/** In bytes. */
const BODY_LIMIT = 1024 * 1024
/** In bytes; OAuth only. */
const FORM_LIMIT = 16 * 1024
const NO_LIMIT = { signingsAtOnce: null, uploadsAtOnce: null }
const INCOMING_REQUEST_ID = /^[\w-]{8,64}$/

const createServer = (
  { log, trustedProxies = 'loopback', timeouts = REQUEST_TIMEOUTS }: AppOptions,
  publicUrl: string,
  { serverFactory }: ClientGuard,
): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    serverFactory,
    bodyLimit: BODY_LIMIT,
    ...timeoutOptions(timeouts),
    routerOptions: { ignoreTrailingSlash: true },
    // Invalid URLs fail before routing.
    frameworkErrors: (error, request, reply) => {
      const headers = securityHeaders({ protocol: protocolOf(publicUrl, request) })
      return answerError(error, request, reply.headers(headers))
    },
    // Trust only the site server's headers.
    trustProxy: trustedProxies,
    genReqId: (incoming) => {
      const given = incoming.headers['x-request-id']
      return typeof given === 'string' && INCOMING_REQUEST_ID.test(given) ? given : randomUUID()
    },
  })

const prepareReplies = (app: FastifyInstance, publicUrl: string): void => {
  addSecurityHeaders(app, publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  })
}

const releaseConnections = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (request, reply) => {
    closeIfArriving(request.raw, reply)
    if (closing) reply.header('connection', 'close')
  })
}

/** PostgreSQL rejects NUL in text. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Clients send the JSON content type without a body. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (NUL.test(body)) done(new ApiError('VALIDATION'))
    else parse(request, body, done)
  })
}

/** Does not listen or start background work. */
export const buildApp = async (plain: ApiServices, options: AppOptions): Promise<FastifyInstance> => {
  const guard = guardApi(options)
  const app = createServer(options, plain.publicUrl, guard)
  const delay = watchLoopDelay()
  app.addHook('onClose', async () => delay.stop())
  const metrics = options.metricsToken ? createMetrics(plain, guard, delay) : undefined
  const services = metrics === undefined ? plain : measureServices(plain, metrics)
  traceRequests(app, options.tracing, forwardedTraceParent)
  prepareReplies(app, plain.publicUrl)
  releaseConnections(app)
  acceptEmptyJson(app)
  answerErrors(app, (error) => {
    metrics?.countFailure(error)
    services.observeFailure(error)
  })
  refuseRoutesWithoutRule(app)
  if (metrics !== undefined && options.metricsToken) serveApiMetrics(app, metrics, options.metricsToken)
  await allowOrigins(app, services.publicUrl, (origin) => isListedOrigin(services, origin))
  // After CORS, so other origins can read the rejection.
  limitCallsAtOnce(app, guard, options.rateLimitFactor)
  if (options.load !== undefined) shedLoad(app, options.load.pressure, delay)
  await app.register(formbody, { bodyLimit: FORM_LIMIT })
  await app.register(multipart, { throwFileSizeLimit: false })
  await registerOpenApi(app, services.publicUrl)

  const limiter = services.limiterOf(options.rateLimitFactor)
  const concurrency = createConcurrencyLimits(options.load ?? NO_LIMIT)
  const { uploadTimeout } = options
  const api: RouteServices = {
    app,
    limiter,
    authenticate: authenticateRequest(services),
    admitsHost: (origin, claim) => admitsHost(services, origin, claim),
    concurrency,
    uploadTimeout,
    replies: createKeptReplies(services),
  }
  registerRoutes(api, services)
  serveReference(app, services.publicUrl)
  healthRoutes(app, services)
  if (options.showOutbox) devOutboxRoutes(app, services.db)
  return app
}

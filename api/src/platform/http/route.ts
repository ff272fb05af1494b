import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, ReplyOf } from 'shared/contract'
import type { ProgramScope } from 'shared/contract/accounts'
import { addressKey } from 'shared/server'
import * as v from 'valibot'
import { boundedUserAgent, type RequestOrigin, withOrigin } from '../origin.ts'
import type { ConcurrencyLimits } from '../overload/concurrency-limit.ts'
import type { ActorFor, RequestActor, RouteAccess } from './actor.ts'
import { claimsApiClientToken } from './api-client-token.ts'
import { ApiError } from './api-error.ts'
import { isKeyedCall, parseIdempotencyKey } from './idempotency.ts'
import { hasReplySecret, type KeptReplies } from './kept-replies.ts'
import { rateLimits } from './limits.ts'
import { type InputOf, parsePart } from './parse-input.ts'
import { LimitReachedError, type RateAllowance, type RateLimit, type RateLimiter } from './rate-limiter.ts'
import { alwaysAnswered } from './shed-load.ts'

export interface RouteServices {
  readonly app: FastifyInstance
  readonly limiter: RateLimiter
  readonly authenticate: (authorization: string | undefined, origin: RequestOrigin) => Promise<RequestActor>
  /** Whether the owner of the invitation lists this origin. */
  readonly admitsHost: (origin: string, claim: EmbedderClaim) => Promise<boolean>
  readonly concurrency: ConcurrencyLimits
  readonly replies: KeptReplies
  /** Inspection limit in milliseconds. */
  readonly uploadTimeout?: number | undefined
}

/** The invitation or document for which a page of another origin calls. */
export type EmbedderClaim =
  | { readonly invitationId: number }
  | { readonly token: string }
  | { readonly documentId: number }

/** Routes without a session need an address limit; `limitAltogether` is for calls with lasting costs. */
type Rule<A extends RouteAccess = RouteAccess> = {
  readonly access: A
  readonly limitAltogether?: RateLimit
  /** Exempt from load shedding (`shed-load.ts`). */
  readonly alwaysAnswered?: true
  /** Runs before the body is read. @throws ApiError */
  readonly admit?: (request: FastifyRequest) => void
  /** Bytes; default: the application's. */
  readonly bodyLimit?: number
} & (A['kind'] extends 'session' ? { readonly limitByAddress?: RateLimit } : { readonly limitByAddress: RateLimit })

export interface RouteInput<C extends Call, A extends RouteAccess> {
  readonly params: InputOf<C, 'params'>
  readonly query: InputOf<C, 'query'>
  readonly body: InputOf<C, 'body'>
  readonly actor: ActorFor<A>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** `hostClaim` opens a call without a bearer token to listed origins. */
type RouteRuleOf<C extends Call, A extends RouteAccess> = Rule<A> & {
  readonly hostClaim?: (input: Pick<RouteInput<C, A>, 'params' | 'query' | 'body'>) => EmbedderClaim
}

interface RouteRule {
  readonly call: Call
  readonly access: RouteAccess
}

export interface ListedRoute {
  readonly method: string
  readonly url: string
  readonly rule: RouteRule | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: RouteRule
  }
  interface FastifyInstance {
    readonly routeTable: readonly ListedRoute[]
  }
}

const GUARDED = /^\/(?:api|home\/api|o)(?:\/|$)/
const DOCUMENTATION = /^\/home\/api\/docs(?:\/|$)/

/** Fails start-up for a guarded route without a rule. */
export const refuseRoutesWithoutRule = (app: FastifyInstance): void => {
  const routeTable: ListedRoute[] = []
  app.decorate('routeTable', routeTable)
  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat())
      routeTable.push({ method, url: options.url, rule: options.config?.rule })
    if (!GUARDED.test(options.url) || DOCUMENTATION.test(options.url)) return
    if (options.config?.rule === undefined) throw new Error(`${options.method} ${options.url} has no access rule`)
  })
}

const allowed: Readonly<Record<RouteAccess['kind'], readonly RequestActor['kind'][]>> = {
  anyone: ['anonymous', 'guest', 'participant', 'session'],
  visitor: ['anonymous', 'guest', 'participant', 'session'],
  session: ['session'],
  guest: ['guest'],
  participant: ['participant'],
  'session-or-guest': ['guest', 'session'],
}

const scopeOf = (access: RouteAccess): ProgramScope | undefined => ('programs' in access ? access.programs : undefined)

const isAllowed = (access: RouteAccess, actor: RequestActor): boolean => {
  if (actor.kind !== 'program') return allowed[access.kind].includes(actor.kind)
  const scope = scopeOf(access)
  return scope !== undefined && actor.scopes.includes(scope)
}

const refuseProgram = (access: RouteAccess): ApiError => {
  const scope = scopeOf(access)
  return scope === undefined
    ? new ApiError('FORBIDDEN', { message: 'Esta llamada no está abierta a programas.' })
    : new ApiError('FORBIDDEN', { message: `A este token le falta el permiso ${scope}. Crea otro que lo tenga.` })
}

const refuseActor = (access: RouteAccess, actor: RequestActor): ApiError => {
  if (actor.kind === 'program') return refuseProgram(access)
  if (actor.kind !== 'anonymous') return new ApiError('FORBIDDEN')
  return new ApiError(actor.staleToken ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED')
}

/** Open to everybody, also without a session. */
export const byAnyone = (limitByAddress: RateLimit) => ({ access: { kind: 'anyone' }, limitByAddress }) as const

export const bySession = { access: { kind: 'session' } } as const

/** Open to sessions, and to programs with this scope. */
export const byApiClient = <Scope extends ProgramScope>(programs: Scope) =>
  ({ access: { kind: 'session', programs } }) as const

export const EVERYBODY_KEY = 'everybody'

const sayAllowance = (reply: FastifyReply, { max, remaining, resetSeconds }: RateAllowance): void => {
  reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds })
}

const countProgram = async (
  { limiter }: RouteServices,
  actor: RequestActor,
  { headers, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  if (actor.kind === 'program') {
    try {
      sayAllowance(reply, await limiter.hit(rateLimits.callsByProgramToken, String(actor.tokenId)))
    } catch (error) {
      if (error instanceof LimitReachedError) sayAllowance(reply, error.allowance)
      throw error
    }
  } else if (claimsApiClientToken(headers.authorization))
    await limiter.hit(rateLimits.wrongProgramTokenByAddress, addressKey(ip))
}

const authorise = async (
  api: RouteServices,
  access: RouteAccess,
  { request, reply }: Pick<RouteInput<Call, RouteAccess>, 'request' | 'reply'>,
  origin: RequestOrigin,
): Promise<RequestActor> => {
  if (access.kind === 'anyone') return { kind: 'anonymous', staleToken: false }
  const actor = await api.authenticate(request.headers.authorization, origin)
  await countProgram(api, actor, request, reply)
  if (!isAllowed(access, actor)) throw refuseActor(access, actor)
  return actor
}

const FOR_GUESTS: readonly RouteAccess['kind'][] = ['guest', 'participant', 'session-or-guest', 'visitor']

const claimOf = (actor: RequestActor): EmbedderClaim | undefined => {
  if (actor.kind === 'participant') return { invitationId: actor.invitationId }
  return actor.kind === 'guest' && actor.source.kind === 'invitation'
    ? { invitationId: actor.source.invitationId }
    : undefined
}

/** Only guests whose owner lists the origin. */
const checkHost = async (
  api: RouteServices,
  origin: string | undefined,
  claim: EmbedderClaim | undefined,
): Promise<void> => {
  if (origin === undefined || (claim !== undefined && (await api.admitsHost(origin, claim)))) return
  throw new ApiError('FORBIDDEN', {
    message: 'Este sitio no puede abrir la invitación. Ábrela con el enlace del correo.',
  })
}

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i

/** RFC 2046, section 5.1.1; much longer ones break the parser. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/** Forms are allowed only where the contract has one. */
const hasEncoding = (call: Call, request: FastifyRequest): boolean => {
  const type = request.headers['content-type'] ?? ''
  if (call.encoding === 'multipart') return !/^multipart\//i.test(type) || BOUNDARY.test(type)
  return request.body === undefined || FORM.test(type) === (call.encoding === 'form')
}

const checkEncoding = (call: Call, request: FastifyRequest): void => {
  if (!hasEncoding(call, request))
    throw new ApiError('VALIDATION', { message: 'El contenido no tiene el formato que espera esta llamada.' })
}

/**
 * Registers a call whose handler writes the response.
 * Validates input and authorises the caller.
 */
export const rawRoute = <C extends Call, A extends RouteAccess>(
  api: RouteServices,
  call: C,
  rule: RouteRuleOf<C, A>,
  handler: (input: RouteInput<C, A>) => Promise<unknown>,
): void => {
  const { access, limitByAddress, limitAltogether, admit, hostClaim } = rule
  const count = async ({ ip }: FastifyRequest): Promise<void> => {
    if (limitByAddress !== undefined) await api.limiter.hit(limitByAddress, addressKey(ip))
    if (limitAltogether !== undefined) await api.limiter.hit(limitAltogether, EVERYBODY_KEY)
  }
  api.app.route({
    method: call.method,
    url: call.path,
    config: {
      rule: { call, access },
      forHosts: hostClaim !== undefined || FOR_GUESTS.includes(access.kind),
      ...(rule.alwaysAnswered ? alwaysAnswered : {}),
    },
    // Described by `description`, from the table of routes.
    schema: { hide: true },
    ...(rule.bodyLimit === undefined ? {} : { bodyLimit: rule.bodyLimit }),
    ...(admit === undefined ? {} : { onRequest: async (request) => count(request).then(() => admit(request)) }),
    handler: async (request, reply) => {
      if (admit === undefined) await count(request)
      const origin = { address: request.ip, userAgent: boundedUserAgent(request.headers['user-agent']) }
      const actor = await authorise(api, access, { request, reply }, origin)
      checkEncoding(call, request)
      // PostgreSQL rejects NUL.
      if (request.url.includes('%00')) throw new ApiError('VALIDATION')
      const parsed = {
        params: parsePart(call.params, request.params),
        query: parsePart(call.query, request.query),
        body: parsePart(call.body, request.body),
        actor,
        request,
        reply,
      }
      // `isAllowed` checked the actor; schemas parsed the parts.
      const input = parsed as unknown as RouteInput<C, A>
      await checkHost(api, request.hostOrigin, hostClaim ? hostClaim(input) : claimOf(actor))
      return withOrigin(origin, () => handler(input))
    },
  })
}

/** Programs repeat a POST with the same key and get the same reply. */
const idempotencyKeyOf = (
  { call, access }: RouteRule,
  actor: RequestActor,
  { headers }: FastifyRequest,
): string | undefined => {
  const given = headers['idempotency-key']
  if (given === undefined || actor.kind !== 'program' || call.encoding === 'multipart' || !isKeyedCall(call, access))
    return undefined
  const key = parseIdempotencyKey(given)
  if (key === undefined) throw new ApiError('IDEMPOTENCY_KEY_INVALID')
  return key
}

export const addRoute = <C extends Call, A extends RouteAccess>(
  api: RouteServices,
  call: C,
  rule: RouteRuleOf<C, A>,
  handler: (input: RouteInput<C, A>) => Promise<ReplyOf<C>>,
): void => {
  const hasSecret = hasReplySecret(call)
  rawRoute(api, call, rule, async (input) => {
    const work = async () => v.parse(call.reply, await handler(input))
    const actor: RequestActor = input.actor
    const { params, query, body, request, reply } = input
    const key = idempotencyKeyOf({ call, access: rule.access }, actor, request)
    if (key === undefined || actor.kind !== 'program') return work()
    const keyed = {
      userId: actor.userId,
      key,
      request: [call.name, params, query, body],
      hasSecret,
    }
    const kept = await api.replies.once(keyed, async () => {
      const done = await work()
      return { status: reply.statusCode, body: done }
    })
    reply.code(kept.status)
    return kept.body
  })
}

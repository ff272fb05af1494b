import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, ReplyOf } from 'shared/contract'
import * as v from 'valibot'
import { boundedUserAgent, type Origin, withOrigin } from '../audit/origin.ts'
import type { Doors } from '../load/door.ts'
import { alwaysAnswered } from '../load/shed-load.ts'
import type { Access, Actor, ActorFor } from './actor.ts'
import { ApiError } from './api-error.ts'
import { describeCall } from './describe-call.ts'
import { type InputOf, parsePart } from './parse-input.ts'
import { addressKey, type Limit, type RateLimiter } from './rate-limiter.ts'

/** What every route needs: where it is registered and how callers are recognised and counted. */
export interface Api {
  readonly app: FastifyInstance
  readonly limiter: RateLimiter
  readonly authenticate: (authorization: string | undefined, origin: Origin) => Promise<Actor>
  readonly doors: Doors
  /** How long deciding about an upload may take, in milliseconds; as usual when absent. */
  readonly uploadPatience?: number | undefined
}

/**
 * The rule of a route. Whatever can be called without a session also states how often one address may call it;
 * `limitAltogether` is for all addresses together, where each call costs something that lasts.
 */
export type Rule<A extends Access = Access> = {
  readonly access: A
  readonly limitAltogether?: Limit
  /** Not sent away when there is too much to do (`shed-load.ts`). */
  readonly alwaysAnswered?: true
} & (A['kind'] extends 'session' ? { readonly limitByAddress?: Limit } : { readonly limitByAddress: Limit })

export interface Input<C extends Call, A extends Access> {
  readonly params: InputOf<C, 'params'>
  readonly query: InputOf<C, 'query'>
  readonly body: InputOf<C, 'body'>
  readonly actor: ActorFor<A>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface RouteRule {
  readonly call: Call
  readonly access: Access
}

/** One address that the server answers; without a rule it is open to everybody. */
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
    /** Every address that is registered, also by plugins. */
    readonly routeTable: readonly ListedRoute[]
  }
}

/** Addresses that belong to the contract: nothing is served below them without a rule. */
const GUARDED = /^\/(?:api|home\/api|o)(?:\/|$)/
/** The OpenAPI page describes what is public anyway. */
const DOCUMENTATION = /^\/home\/api\/docs(?:\/|$)/

/**
 * Makes start-up fail for a guarded route that did not come through `route` or `rawRoute`. Lists every route, so that a
 * test can tell whether each one is spoken of.
 */
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

const allowed: Readonly<Record<Access['kind'], readonly Actor['kind'][]>> = {
  anyone: ['anonymous', 'guest', 'session'],
  visitor: ['anonymous', 'guest', 'session'],
  session: ['session'],
  guest: ['guest'],
  'session-or-guest': ['guest', 'session'],
}

const isAllowed = (access: Access, actor: Actor): boolean => allowed[access.kind].includes(actor.kind)

const refusal = (actor: Actor): ApiError => {
  if (actor.kind !== 'anonymous') return new ApiError('FORBIDDEN')
  return new ApiError(actor.staleToken ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED')
}

/** The one key of limits for all addresses together. */
export const EVERYBODY = 'everybody'

const authorise = async (api: Api, access: Access, request: FastifyRequest, origin: Origin): Promise<Actor> => {
  if (access.kind === 'anyone') return { kind: 'anonymous', staleToken: false }
  const actor = await api.authenticate(request.headers.authorization, origin)
  if (!isAllowed(access, actor)) throw refusal(actor)
  return actor
}

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i

/** What separates the parts, as long as RFC 2046, section 5.1.1 lets it be: the parser breaks at a much longer one. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/** A form is a body only where the contract says so, and there nothing else is. Other kinds have parsers of their own. */
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
 * Registers a call whose handler writes the answer itself (a stream of bytes). Parameters, query and body arrive
 * parsed by the contract, the caller authorised by the rule.
 */
export const rawRoute = <C extends Call, A extends Access>(
  api: Api,
  call: C,
  rule: Rule<A>,
  handler: (input: Input<C, A>) => Promise<unknown>,
): void => {
  const { access, limitByAddress, limitAltogether } = rule
  api.app.route({
    method: call.method,
    url: call.path,
    config: { rule: { call, access }, ...(rule.alwaysAnswered ? alwaysAnswered : {}) },
    schema: describeCall(call, access),
    handler: async (request, reply) => {
      if (limitByAddress !== undefined) await api.limiter.hit(limitByAddress, addressKey(request.ip))
      // In this order nobody uses up more of everybody's than an address may.
      if (limitAltogether !== undefined) await api.limiter.hit(limitAltogether, EVERYBODY)
      const origin = { address: request.ip, userAgent: boundedUserAgent(request.headers['user-agent']) }
      const actor = await authorise(api, access, request, origin)
      checkEncoding(call, request)
      // As in bodies: no database is asked about a NUL.
      if (request.url.includes('%00')) throw new ApiError('VALIDATION')
      const parsed = {
        params: parsePart(call.params, request.params),
        query: parsePart(call.query, request.query),
        body: parsePart(call.body, request.body),
        actor,
        request,
        reply,
      }
      // `isAllowed` has just proven the actor, and each part was parsed by the schema that its type is inferred from.
      return withOrigin(origin, () => handler(parsed as unknown as Input<C, A>))
    },
  })
}

/** Registers a call that answers JSON; what the handler returns is parsed by the contract before it is sent. */
export const route = <C extends Call, A extends Access>(
  api: Api,
  call: C,
  rule: Rule<A>,
  handler: (input: Input<C, A>) => Promise<ReplyOf<C>>,
): void => rawRoute(api, call, rule, async (input) => v.parse(call.reply, await handler(input)))

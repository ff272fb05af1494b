import Fastify from 'fastify'
import { defineCall } from 'shared/contract'
import * as v from 'valibot'
import { createConcurrencyLimits } from '../overload/concurrency-limit.ts'
import type { RequestActor, RouteAccess } from './actor.ts'
import { answerErrors } from './error-replies.ts'
import type { KeptReplies } from './kept-replies.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { addRoute, type RouteServices, refuseRoutesWithoutRule } from './route.ts'

const limit = { name: 'prueba', max: 100, windowSeconds: 60 }
const anyone = { access: { kind: 'anyone' }, limitByAddress: limit } as const

const replies: KeptReplies = { once: async (_keyed, work) => work() }

const echoCall = defineCall({
  name: 'echo',
  method: 'POST',
  path: '/api/echo/:id',
  params: v.object({ id: v.pipe(v.string(), v.toNumber()) }),
  body: v.object({
    text: v.pipe(v.string(), v.nonEmpty('El texto es requerido')),
    more: v.optional(v.string(), 'nada'),
  }),
  reply: v.object({ id: v.number(), text: v.string() }),
})

const openApi = (actor: RequestActor = { kind: 'anonymous', staleToken: false }): RouteServices => {
  const app = Fastify()
  answerErrors(app)
  refuseRoutesWithoutRule(app)
  app.setValidatorCompiler(() => () => true)
  const limiter = createRateLimiter(() => 0, 1)
  const concurrency = createConcurrencyLimits({ signingsAtOnce: null, uploadsAtOnce: null })
  return { app, limiter, authenticate: async () => actor, admitsHost: async () => false, concurrency, replies }
}

test.each(['/api/libre', '/home/api/libre/:id', '/o/token/', '/api'])(
  'registering a route at %s without an access rule throws an error',
  (url) => {
    const { app } = openApi()
    expect(() => app.get(url, async () => 'hola')).toThrow(/has no access rule/)
  },
)

test('an address outside the API paths needs no access rule', () => {
  const { app } = openApi()
  expect(() => app.get('/apicultura', async () => 'hola')).not.toThrow()
})

test('a route parses its input and limits its output to the contract', async () => {
  const api = openApi()
  addRoute(api, echoCall, anyone, async ({ params, body }) => ({ id: params.id, text: body.more, secret: 'no sale' }))
  const response = await api.app.inject({ method: 'POST', url: '/api/echo/7', payload: { text: 'hola' } })
  expect(response.json()).toEqual({ id: 7, text: 'nada' })
})

test('the API names each refused input in Spanish', async () => {
  const api = openApi()
  addRoute(api, echoCall, anyone, async () => ({ id: 1, text: '' }))
  const send = (payload: object) => api.app.inject({ method: 'POST', url: '/api/echo/7', payload })
  expect((await send({ text: '' })).json()).toMatchObject({
    code: 'VALIDATION',
    message: 'El texto es requerido',
    fields: { text: 'El texto es requerido' },
  })
  expect((await send({})).json()).toMatchObject({ fields: { text: 'Falta un dato requerido.' } })
  expect((await send({ text: 5 })).json()).toMatchObject({ fields: { text: 'Este dato no tiene la forma esperada.' } })
})

test('a response that violates the contract becomes an internal error without the invalid data', async () => {
  const api = openApi()
  const broken = { id: Number.NaN, text: 'x' }
  addRoute(api, echoCall, anyone, async () => ({ ...broken, id: JSON.parse('"siete"') }))
  const response = await api.app.inject({ method: 'POST', url: '/api/echo/7', payload: { text: 'hola' } })
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({ code: 'INTERNAL', request_id: expect.any(String) })
  expect(response.body).not.toContain('siete')
})

describe('access of a route', () => {
  const callers: readonly RequestActor[] = [
    { kind: 'anonymous', staleToken: false },
    { kind: 'anonymous', staleToken: true },
    { kind: 'session', userId: 1, sessionId: 2 },
    { kind: 'guest', source: { kind: 'invitation', invitationId: 3 }, fieldId: 4, documentId: 5 },
    { kind: 'guest', source: { kind: 'agent-session', sessionId: 6 }, fieldId: 4, documentId: 5 },
  ]

  test.each<[RouteAccess['kind'], readonly number[]]>([
    ['anyone', [200, 200, 200, 200, 200]],
    ['visitor', [200, 200, 200, 200, 200]],
    ['session', [401, 401, 200, 403, 403]],
    ['guest', [401, 401, 403, 200, 200]],
    ['session-or-guest', [401, 401, 200, 200, 200]],
  ])('a route with the access rule %s admits exactly the permitted callers', async (kind, expected) => {
    const statuses: number[] = []
    for (const caller of callers) {
      const api = openApi(caller)
      addRoute(api, echoCall, { access: { kind }, limitByAddress: limit }, async () => ({ id: 1, text: '' }))
      const response = await api.app.inject({ method: 'POST', url: '/api/echo/7', payload: { text: 'hola' } })
      statuses.push(response.statusCode)
    }
    expect(statuses).toEqual(expected)
  })
})

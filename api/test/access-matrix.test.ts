import { pino } from 'pino'
import { buildApp } from '../src/app/app.ts'
import { type Asked, ask } from './access/ask.ts'
import { callers, expectedAccess, openRoutes, outboxRoutes } from './access/expected-access.ts'
import { changing, openScene, type People, type Scene } from './access/scene.ts'
import { calls } from './support/calls.ts'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from './support/test-server.ts'

const TIMEOUT = 120_000

let server: TestServer
let people: People
let shared: Scene

beforeAll(async () => {
  server = await openTestServer()
  people = {
    owner: (await registerPerson(server, 'olga')).user.id,
    stranger: (await registerPerson(server, 'pedro')).user.id,
  }
  shared = await openScene(server, people)
}, TIMEOUT)
afterAll(closeTestServers)

const ruled = () => server.app.routeTable.filter(({ rule }) => rule !== undefined)
const isHead = ({ method }: { readonly method: string }): boolean => method === 'HEAD'

const statusOf = async (...parameters: Asked): Promise<number> => {
  const response = await ask(server, ...parameters)
  response.stream().destroy()
  return response.statusCode
}

describe('the table of routes', () => {
  test('every call of the contract is registered and every route has an access rule', () => {
    // Two calls of the contract share a route.
    const registered = [...new Set(ruled().map(({ rule }) => rule?.call.name)), 'listFiles'].sort()
    expect(registered).toEqual(Object.keys(expectedAccess).sort())
    expect(calls.map(({ name }) => name).sort()).toEqual(registered)
  })

  test('every route has the access rule of its row', () => {
    const kinds = ruled().map(({ rule }) => [rule?.call.name, rule?.access.kind])
    expect(kinds).toEqual(kinds.map(([name = '']) => [name, expectedAccess[name]?.access]))
  })

  test('the routes without an access rule are exactly the listed open routes', () => {
    const open = server.app.routeTable.filter((listed) => listed.rule === undefined && !isHead(listed))
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...openRoutes, ...outboxRoutes].sort())
  })

  test('the outbox page is not registered when the option showOutbox is off', async () => {
    const { services, dataDir } = server
    const log = pino({ level: 'silent' })
    const app = await buildApp(services, { log, dataDir, showOutbox: false, rateLimitFactor: 1 })
    expect(app.routeTable.filter(({ url }) => url.startsWith('/dev'))).toEqual([])
    expect((await app.inject('/dev/outbox')).statusCode).toBe(404)
    await app.close()
  })
})

describe.each(calls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  test(
    'the API answers each caller with the status of the row',
    async () => {
      const statuses: number[] = []
      for (const [index, caller] of callers.entries()) {
        const isRefused = (expectedAccess[name]?.statuses[index] ?? 0) >= 400
        const scene = changing.includes(name) && !isRefused ? await openScene(server, people) : shared
        statuses.push(await statusOf(call, scene, scene.tokens[caller]))
      }
      // endOtherSessions ends the sessions of later calls.
      if (name === 'endOtherSessions') shared = await openScene(server, people)
      expect(statuses).toEqual(expectedAccess[name]?.statuses)
    },
    TIMEOUT,
  )
})

test(
  'HEAD answers every caller with the same status as GET',
  async () => {
    const headed = calls.filter(({ method }) => method === 'GET')
    const differing: string[] = []
    for (const call of headed)
      for (const caller of callers) {
        const token = shared.tokens[caller]
        if ((await statusOf(call, shared, token)) !== (await statusOf(call, shared, token, 'HEAD')))
          differing.push(`${call.name} ${caller}`)
      }
    expect(differing).toEqual([])
  },
  TIMEOUT,
)

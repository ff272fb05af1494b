import { sampleOf } from 'pdf/testing/node'
import type { Call } from 'shared/contract'
import type { ProgramScope } from 'shared/contract/accounts'
import { programScopes } from 'shared/contract/accounts'
import { type Asked, ask } from './access/ask.ts'
import { expectedAccess, expectedScopes, narrowerForApiClients } from './access/expected-access.ts'
import { changing, openScene, type People, type Scene } from './access/scene.ts'
import { createApiClient } from './support/api-clients.ts'
import { calls } from './support/calls.ts'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from './support/test-server.ts'

const TIMEOUT = 60_000

interface Tokens {
  readonly owner: Readonly<Record<ProgramScope, string>>
  readonly stranger: Readonly<Record<ProgramScope, string>>
}

let server: TestServer
let people: People
let shared: Scene
let tokens: Tokens

const tokensOf = async (bearer: string): Promise<Record<ProgramScope, string>> => {
  const made = await Promise.all(
    programScopes.map(async (scope) => [scope, (await createApiClient(server, bearer, { scopes: [scope] })).token]),
  )
  return Object.fromEntries(made)
}

beforeAll(async () => {
  server = await openTestServer()
  const [olga, pedro] = [await registerPerson(server, 'olga'), await registerPerson(server, 'pedro')]
  people = { owner: olga.user.id, stranger: pedro.user.id }
  tokens = { owner: await tokensOf(olga.access_token), stranger: await tokensOf(pedro.access_token) }
  shared = await openScene(server, people)
}, TIMEOUT)
afterAll(closeTestServers)

const sceneOf = (name: string): Promise<Scene> | Scene => (changing.includes(name) ? openScene(server, people) : shared)

const statusOf = async (...asked: Asked) => {
  const response = await ask(server, ...asked)
  response.stream().destroy()
  return response.statusCode
}

test('each route opens to programs only with the scope of its row', () => {
  const opened = server.app.routeTable.flatMap(({ rule }) =>
    rule !== undefined && 'programs' in rule.access ? [[rule.call.name, rule.access.programs]] : [],
  )
  expect(Object.fromEntries(opened)).toEqual(expectedScopes)
  expect(new Set(Object.values(expectedScopes))).toEqual(new Set(programScopes))
})

const statusesFor = async (call: Call, given: ProgramScope) => {
  const scope = expectedScopes[call.name]
  const own = given === scope ? await sceneOf(call.name) : shared
  return [await statusOf(call, own, tokens.stranger[given]), await statusOf(call, own, tokens.owner[given])]
}

// Two calls of the contract share a route.
const guarded = calls.filter(({ name }) => name !== 'listFiles' && expectedAccess[name]?.access !== 'anyone')
const [opened, closed] = [true, false].map((isOpen) => guarded.filter(({ name }) => name in expectedScopes === isOpen))

test.each((opened ?? []).map((call) => [call.name, call] as const))(
  '%s accepts only program tokens with its scope',
  async (name, call) => {
    const [, stranger, ofSession] = expectedAccess[name]?.statuses ?? []
    const owner = narrowerForApiClients[name] ?? ofSession
    for (const given of programScopes)
      expect(await statusesFor(call, given)).toEqual(given === expectedScopes[name] ? [stranger, owner] : [403, 403])
  },
  TIMEOUT,
)

test.each(sampleOf(closed ?? [], 12).map((call) => [call.name, call] as const))(
  '%s refuses the program tokens of every scope',
  async (_, call) => {
    for (const given of programScopes) expect(await statusesFor(call, given)).toEqual([403, 403])
  },
)

test('a program token changes nothing for calls that are open to anyone', async () => {
  for (const call of calls.filter(({ name }) => expectedAccess[name]?.access === 'anyone'))
    expect([call.name, await statusOf(call, shared, tokens.owner['documents:read'])]).toEqual([
      call.name,
      expectedAccess[call.name]?.statuses[0],
    ])
})

import type { Call } from 'shared/contract'
import { addEmbeddingOriginCall, oauthTokenCall, type ProgramScope, programScopes } from 'shared/contract/accounts'
import { ask } from './access/ask.ts'
import { expectedAccess, expectedScopes, guestAnswers } from './access/expected-access.ts'
import { type InvitationState, invitationStates, openInvitationScene } from './access/invitation-states.ts'
import {
  changing,
  deadCredentials,
  invitationOf,
  openScene,
  type People,
  type Scene,
  type Target,
} from './access/scene.ts'
import { changesSince, snapshotOf } from './access/snapshot.ts'
import { createClient } from './support/api-clients.ts'
import { calls } from './support/calls.ts'
import { registerPerson } from './support/people.ts'
import { prove } from './support/security.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from './support/test-server.ts'

const LISTED = 'https://portal.example'
const LISTED_BY_ANOTHER = 'https://otro-portal.example'
const UNLISTED = 'https://ajeno.example'
const FOR_GUESTS: readonly (string | undefined)[] = ['guest', 'session-or-guest', 'visitor']

let server: TestServer
let people: People
let scene: Scene
let sessions: { readonly owner: string; readonly stranger: string }

const listOrigin = async (bearer: string, origin: string): Promise<unknown> =>
  succeed(server, addEmbeddingOriginCall, { bearer, body: { origin, proof: await prove(server, bearer) } })

beforeAll(async () => {
  server = await openTestServer()
  const [olga, pedro] = [await registerPerson(server, 'olga'), await registerPerson(server, 'pedro')]
  people = { owner: olga.user.id, stranger: pedro.user.id }
  sessions = { owner: olga.access_token, stranger: pedro.access_token }
  await listOrigin(sessions.owner, LISTED)
  await listOrigin(sessions.stranger, LISTED_BY_ANOTHER)
  scene = await openScene(server, people)
})
afterAll(closeTestServers)

// Two calls of the contract share a route.
const all = calls.filter(({ name }) => name !== 'listFiles')
const isGuarded = ({ name }: Call): boolean => expectedAccess[name]?.access !== 'anyone'
const guarded = all.filter(isGuarded)
const isForGuests = ({ name }: Call): boolean => FOR_GUESTS.includes(expectedAccess[name]?.access)
/** A listed origin may call them, by an invitation. */
const isForInvited = (call: Call): boolean => isForGuests(call) || expectedAccess[call.name]?.access === 'participant'

interface Answer {
  readonly status: number | undefined
  readonly code?: string | undefined
}

interface Asking {
  readonly target?: Target
  readonly token: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

const answerOf = async (call: Call, { target = scene, token, headers }: Asking) => {
  const response = await ask(server, call, target, token, call.method, headers)
  const isRefusal = response.statusCode >= 400
  const text = isRefusal ? Buffer.concat(await response.stream().toArray()).toString() : '{}'
  response.stream().destroy()
  const code: unknown = JSON.parse(text).code
  return { status: response.statusCode, code, origin: response.headers['access-control-allow-origin'] }
}

type Compared = readonly [asked: readonly Call[], asking: Asking, expectedOf: (call: Call) => Answer]

const compareAnswers = async (...[asked, asking, expectedOf]: Compared): Promise<void> => {
  const differing: object[] = []
  for (const call of asked) {
    const { status, code } = await answerOf(call, asking)
    const expected = expectedOf(call)
    const isSame = status === expected.status && (expected.code === undefined || code === expected.code)
    if (!isSame) differing.push({ call: call.name, answered: { status, code }, expected })
  }
  expect(differing).toEqual([])
}

/** No row of any table may change. */
const compareRefusals = async (...compared: Compared): Promise<void> => {
  const before = await snapshotOf(server)
  await compareAnswers(...compared)
  expect(await changesSince(before, server)).toEqual([])
}

const FORBIDDEN: Answer = { status: 403, code: 'FORBIDDEN' }

test('ended credentials open no call, and what they ask changes nothing', async () => {
  const ruins = await openScene(server, people)
  const dead = await deadCredentials(server, people, ruins)
  const open = all.filter((call) => !isGuarded(call))
  expect(dead.length).toBeGreaterThan(14)
  for (const { token, status, code } of dead) {
    await compareRefusals(guarded, { target: ruins, token }, () => ({ status, code }))
    await compareAnswers(open, { target: ruins, token }, ({ name }) => ({ status: expectedAccess[name]?.statuses[0] }))
  }
})

test('without a credential and with a session of another account, refused calls change nothing', async () => {
  for (const [index, token] of [undefined, sessions.stranger].entries()) {
    const statusOf = ({ name }: Call) => expectedAccess[name]?.statuses[index]
    const refused = guarded.filter((call) => (statusOf(call) ?? 0) >= 400)
    expect(refused.length).toBeGreaterThan(index === 0 ? 100 : 60)
    await compareRefusals(refused, { token }, (call) => ({ status: statusOf(call) }))
  }
})

describe.each(programScopes)('an OAuth client’s token with the scope %s', (scope) => {
  const tokenOf = async (bearer: string, given: ProgramScope): Promise<string> => {
    const { details, client_secret } = await createClient(server, bearer)
    const body = { grant_type: 'client_credentials', client_id: details.client_id, client_secret, scope: given }
    return (await succeed(server, oauthTokenCall, { body })).access_token
  }

  test('opens no call of another scope', async () => {
    const token = await tokenOf(sessions.owner, scope)
    const closed = guarded.filter(({ name }) => expectedScopes[name] !== scope)
    await compareRefusals(closed, { token }, () => FORBIDDEN)
  })

  test('opens the calls of its scope for its own account alone', async () => {
    const [own, other] = [await tokenOf(sessions.owner, scope), await tokenOf(sessions.stranger, scope)]
    const opened = guarded.filter(({ name }) => expectedScopes[name] === scope)
    expect(opened.length).toBeGreaterThan(8)
    await compareRefusals(opened, { token: other }, ({ name }) => ({ status: expectedAccess[name]?.statuses[1] }))
    const reading = opened.filter(({ name }) => !changing.includes(name))
    await compareAnswers(reading, { token: own }, ({ name }) => ({ status: expectedAccess[name]?.statuses[2] }))
  })
})

describe.each(invitationStates.map((state) => [state.name, state] as const))(
  'a guest whose invitation is %s',
  (_, state) => {
    const open = async ({ reach }: InvitationState) => {
      const invited = await openInvitationScene(server, people.owner)
      const invitationId = await invitationOf(server, invited.field)
      await reach(invited)
      const { formFieldId, participantId, alternateId } = scene
      return { target: { ...invited, formFieldId, participantId, alternateId, invitationId }, token: invited.access }
    }

    test('opens no call of the account, and what the guest asks changes nothing', async () => {
      const asking = await open(state)
      const ended = { status: 410, code: state.opens }
      const closed = state.opens === 'document' ? guarded.filter((call) => !isForGuests(call)) : guarded
      await compareRefusals(closed, asking, () => (state.opens === 'document' ? FORBIDDEN : ended))
    })

    if (state.opens !== 'document') return
    test('gets exactly the stated answers from the calls for guests', async () => {
      let asking = await open(state)
      const statuses: Record<string, number> = {}
      for (const call of guarded.filter(isForGuests)) {
        const { status } = await answerOf(call, asking)
        statuses[call.name] = status
        if (changing.includes(call.name) && status < 300) asking = await open(state)
      }
      const stated = guarded.filter(isForGuests).map(({ name }) => {
        const answer = guestAnswers[state.name]?.[name] ?? expectedAccess[name]?.statuses[3]
        return [name, answer]
      })
      expect(statuses).toEqual(Object.fromEntries(stated))
    })

    test('another guest’s document stays closed', async () => {
      const { token } = await open(state)
      await compareRefusals(guarded.filter(isForGuests), { token }, ({ name }) => ({
        status: expectedAccess[name]?.statuses[5],
      }))
    })
  },
)

describe('pages of other origins', () => {
  const from = (origin: string) => ({ origin })

  test('a page of a listed origin gets no more than its guest', async () => {
    const token = scene.tokens.guest
    const closed = guarded.filter((call) => !isForGuests(call))
    await compareRefusals(closed, { token, headers: from(LISTED) }, () => FORBIDDEN)
    const reading = guarded.filter((call) => isForGuests(call) && !changing.includes(call.name))
    await compareAnswers(reading, { token, headers: from(LISTED) }, ({ name }) => ({
      status: expectedAccess[name]?.statuses[3],
    }))
  })

  test('an origin that another account lists is refused for the guest', async () => {
    const asking = { token: scene.tokens.guest, headers: from(LISTED_BY_ANOTHER) }
    await compareRefusals(guarded, asking, () => FORBIDDEN)
  })

  test('a session does not work from a listed origin: calls for invited people are refused, the others unreadable', async () => {
    const headers = from(LISTED)
    await compareRefusals(guarded.filter(isForInvited), { token: sessions.owner, headers }, () => FORBIDDEN)
    for (const call of guarded.filter((listed) => !isForInvited(listed) && !changing.includes(listed.name)))
      expect([call.name, (await answerOf(call, { token: sessions.owner, headers })).origin]).not.toEqual([
        call.name,
        LISTED,
      ])
  })

  test('no answer to an unlisted origin is readable, and its preflight allows nothing', async () => {
    for (const call of all.filter(({ name }) => !changing.includes(name)))
      for (const token of [undefined, scene.tokens.guest, sessions.owner]) {
        const { origin } = await answerOf(call, { token, headers: from(UNLISTED) })
        expect([call.name, [UNLISTED, '*'].includes(String(origin))]).toEqual([call.name, false])
      }
    const headers = { ...from(UNLISTED), 'access-control-request-method': 'POST' }
    const preflight = await server.app.inject({ method: 'OPTIONS', url: '/home/api/user-files/1/', headers })
    expect([UNLISTED, '*']).not.toContain(preflight.headers['access-control-allow-origin'])
  })
})

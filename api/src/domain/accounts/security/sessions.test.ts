import { profileCall, refreshCall } from 'shared/contract'
import {
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
  loginCall,
  securityLogCall,
} from 'shared/contract/accounts'
import { PASSWORD, registerPerson } from '../../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const enterFrom = async ({ app }: TestServer, userAgent: string, remoteAddress: string) => {
  const response = await app.inject({
    method: 'POST',
    url: loginCall.path,
    headers: { 'user-agent': userAgent },
    remoteAddress,
    payload: { username: 'elena', password: PASSWORD },
  })
  return response.json<{ access_token: string; refresh_token: string }>()
}

const start = async () => {
  const server = await openTestServer()
  await registerPerson(server, 'elena')
  await server.services.db.updateTable('sessions').set({ ended_at: 0 }).execute()
  const mine = await enterFrom(server, CHROME, '198.51.100.1')
  server.clock.advance(1000)
  const other = await enterFrom(server, FIREFOX, '203.0.113.9')
  return { server, mine, other }
}

test('a user sees the open sessions with device, address and time of last use', async () => {
  const { server, mine, other } = await start()
  const sessions = await succeed(server, listSessionsCall, { bearer: mine.access_token })
  expect(sessions).toEqual([
    {
      id: expect.any(Number),
      current: false,
      device: 'Firefox en Linux',
      address: '203.0.113.9',
      created_at: '2026-01-31T18:00:01.000Z',
      last_used_at: '2026-01-31T18:00:01.000Z',
    },
    {
      id: expect.any(Number),
      current: true,
      device: 'Chrome en Windows',
      address: '198.51.100.1',
      created_at: '2026-01-31T18:00:00.000Z',
      last_used_at: '2026-01-31T18:00:00.000Z',
    },
  ])
  server.clock.advance(120_000)
  await succeed(server, profileCall, { bearer: mine.access_token, remoteAddress: '198.51.100.2' })
  const later = await succeed(server, listSessionsCall, { bearer: other.access_token })
  expect(later.find(({ current }) => !current)).toMatchObject({
    address: '198.51.100.2',
    last_used_at: '2026-01-31T18:02:01.000Z',
  })
})

test('ending a session stops both its tokens immediately; the security log and a mail report this', async () => {
  const { server, mine, other } = await start()
  const bearer = mine.access_token
  const [session] = await succeed(server, listSessionsCall, { bearer })
  server.clock.advance(1)
  await succeed(server, endSessionCall, { bearer, params: { sessionId: session?.id ?? 0 } })
  expect((await refuse(server, profileCall, { bearer: other.access_token })).code).toBe('SESSION_EXPIRED')
  const { refresh_token } = other
  expect((await refuse(server, refreshCall, { body: { refresh_token } })).code).toBe('SESSION_EXPIRED')
  expect(await succeed(server, listSessionsCall, { bearer })).toHaveLength(1)
  const [newest] = await succeed(server, securityLogCall, { bearer })
  expect(newest?.text).toBe('Se cerró la sesión de Firefox en Linux')
  const mails = await server.services.db.selectFrom('outbox').select(['kind', 'subject']).execute()
  expect(mails).toEqual([{ kind: 'account-changed', subject: 'Se cerró una sesión en tu cuenta de Trazo' }])
})

test('the user ends all other sessions and keeps the current session', async () => {
  const { server, mine, other } = await start()
  const third = await enterFrom(server, FIREFOX, '203.0.113.9')
  await succeed(server, endOtherSessionsCall, { bearer: mine.access_token })
  for (const { access_token } of [other, third])
    expect((await refuse(server, profileCall, { bearer: access_token })).code).toBe('SESSION_EXPIRED')
  await succeed(server, profileCall, { bearer: mine.access_token })
})

test('a user can neither end nor see the sessions of other users', async () => {
  const { server, mine } = await start()
  const { access_token: stranger } = await registerPerson(server, 'pedro')
  const [, session] = await succeed(server, listSessionsCall, { bearer: mine.access_token })
  const params = { sessionId: session?.id ?? 0 }
  expect((await refuse(server, endSessionCall, { bearer: stranger, params })).status).toBe(404)
  expect(await succeed(server, listSessionsCall, { bearer: stranger })).toHaveLength(1)
  expect(await succeed(server, securityLogCall, { bearer: stranger })).toMatchObject([{ text: 'Se creó la cuenta' }])
  await succeed(server, profileCall, { bearer: mine.access_token })
})

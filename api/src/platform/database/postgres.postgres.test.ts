import { profileCall } from 'shared/contract'
import { loginCall, registerCall } from 'shared/contract/accounts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../test/stores/postgres-server.ts'
import { PASSWORD, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { openPostgres } from './open-postgres.ts'

afterEach(closeTestServers)

test('concurrent transactions that read each other’s writes run serially', async () => {
  const { services } = await openTestServer()
  const { db } = services
  const countOne = () =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await transaction
        .selectFrom('attempt_counts')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      const row = { key: String(rows), count: 0, paused_until: 0, ends_at: 0 }
      await transaction.insertInto('attempt_counts').values(row).execute()
    })
  await Promise.all(Array.from({ length: 12 }, countOne))
  const keys = await db.selectFrom('attempt_counts').select('key').execute()
  expect(keys.map(({ key }) => Number(key)).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n))
})

test('PostgreSQL returns large integers as exact numbers', async () => {
  const { services } = await openTestServer()
  const row = { key: 'n', count: 1, paused_until: Number.MAX_SAFE_INTEGER, ends_at: Date.UTC(2026, 0, 1) }
  await services.db.insertInto('attempt_counts').values(row).execute()
  expect(await services.db.selectFrom('attempt_counts').selectAll().execute()).toEqual([row])
})

test('a null character is stored as a replacement character', async () => {
  const { services } = await openTestServer()
  // The API rejects it; other sources must not fail.
  const row = { key: 'Ana\0Rojas', count: 1, paused_until: 0, ends_at: 0 }
  await services.db.insertInto('attempt_counts').values(row).execute()
  const kept = await services.db.selectFrom('attempt_counts').select('key').executeTakeFirst()
  expect(kept?.key).toBe('Ana\uFFFDRojas')
})

test('the longest username fits into the index, also when NFKC makes the name longer', async () => {
  const server = await openTestServer()
  // NFKC expands this to 5,000 bytes; an index
  // entry takes 2,704, after compression.
  const username = '\u{FDFA}'.repeat(150)
  const { user } = await succeed(server, registerCall, {
    body: {
      ...{ username, first_name: 'Ana', last_name: 'Rojas', email: 'ligadura@example.com', phone: '+506 8888-8888' },
      ...{ password: PASSWORD, password_confirmation: PASSWORD },
    },
  })
  expect(user.username).toBe(username)
  const refused = await refuse(server, loginCall, { body: { username: `${username.slice(1)}x`, password: PASSWORD } })
  expect(refused.code).toBe('INVALID_CREDENTIALS')
  await succeed(server, loginCall, { body: { username, password: PASSWORD } })
})

describe('an outage of PostgreSQL', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    const programs = findPostgres()
    if (programs === undefined) throw new Error('there is no PostgreSQL to stop and start')
    postgres = await startPostgres(programs)
  })
  afterAll(() => postgres.remove())

  const opened = (): Promise<TestServer> => openTestServer({ variables: { DATABASE_URL: postgres.url } })

  test('the API returns 503 during the outage and works again after the outage without a restart', async () => {
    const server = await opened()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const document = await uploadDocument(server, bearer)
    await postgres.stop('immediate')
    const refused = [
      await refuse(server, profileCall, { bearer }),
      await refuse(server, loginCall, { body: { username: 'olga', password: PASSWORD } }),
    ]
    for (const { status, code, headers } of refused)
      expect([status, code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    await postgres.start()
    expect((await succeed(server, profileCall, { bearer })).username).toBe('olga')
    expect(await placeField(server, bearer, document.id)).toMatchObject({ user_file_id: document.id })
  })
})

test('several processes can migrate one database simultaneously', async () => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('there is no PostgreSQL to start')
  const postgres = await startPostgres(programs)
  const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres(postgres.url, () => undefined)))
  for (const db of opened) expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  await Promise.all(opened.map((db) => db.destroy()))
  await postgres.remove()
})

import pg from 'pg'
import { profileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { findPostgres, type PostgresServer, startPostgres } from '../stores/postgres-server.ts'
import { addressOf, watch } from '../support/event-client.ts'
import { eventually } from '../support/eventually.ts'
import { PASSWORD, placeField, registerPerson, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { leftovers, readiness, reading, tryUpload } from './support.ts'

let postgres: PostgresServer
beforeAll(async () => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('there is no PostgreSQL to stop and start')
  postgres = await startPostgres(programs)
})
afterEach(closeTestServers)
afterAll(() => postgres.remove())

const credentials = { body: { username: 'olga', password: PASSWORD } }

/** Even in read-only mode. */
const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const createDatabase = async (name: string): Promise<{ readonly DATABASE_URL: string }> => {
  await onServer(`create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return { DATABASE_URL: url.href }
}

/**
 * A stream opened before the process listens again
 * misses events; it ends once listening resumes.
 */
const receivedThrough = async (
  here: TestServer,
  there: TestServer,
  { bearer, documentId }: { readonly bearer: string; readonly documentId: number },
) => {
  return eventually('an event', async () => {
    const stream = await watch(await addressOf(there), bearer)
    expect(stream.response.status).toBe(200)
    await placeField(here, bearer, documentId)
    const event = await stream.nextEvent()
    stream.leave()
    return event
  })
}

describe('a read-only database', () => {
  const setReadOnly = async (state: 'on' | 'off'): Promise<void> => {
    await onServer(`alter database unchanging set default_transaction_read_only = ${state}`)
    await onServer("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'unchanging'")
  }

  test('answers and /readyz report the read-only state, reading works, and writing recovers', async () => {
    const server = await openTestServer({ variables: await createDatabase('unchanging') })
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const document = await uploadDocument(server, bearer)
    await setReadOnly('on')
    const refused = await refuse(server, loginCall, credentials)
    expect(refused).toMatchObject({ status: 503, code: 'STORAGE_READ_ONLY', headers: { 'retry-after': '60' } })
    expect(await tryUpload(server, bearer)).toMatchObject({ status: 503, body: { error_code: 'STORAGE_READ_ONLY' } })
    expect(await leftovers(server)).toEqual([])
    expect(await reading(server, bearer, document.id)).toEqual({ names: ['Contrato.pdf'], download: 200 })
    expect(await readiness(server)).toMatchObject({
      status: 503,
      checks: { database: 'failed', disk: 'ok' },
      problems: [expect.stringMatching(/no admite cambios/)],
    })
    await setReadOnly('off')
    expect(await readiness(server)).toMatchObject({ status: 200 })
    await succeed(server, loginCall, credentials)
    expect((await tryUpload(server, bearer)).status).toBe(201)
  })
})

describe('a database that is stopped and started again', () => {
  const unavailable = { status: 503, code: 'UNAVAILABLE', headers: { 'retry-after': '2' } }

  test('event streams end, and a client that reconnects gets the events of another process', async () => {
    const variables = await createDatabase('stopped')
    const here = await openTestServer({ variables })
    const there = await openTestServer({ besides: here, variables })
    const { access_token: bearer } = await registerPerson(here, 'lucia')
    // Its own events are not repeated through the database.
    const document = await uploadDocument(there, bearer)
    const address = await addressOf(there)
    const stream = await watch(address, bearer)
    await placeField(here, bearer, document.id)
    expect(await stream.nextEvent()).toEqual({ kind: 'changed', document_id: document.id })

    await postgres.stop('immediate')
    expect(await stream.nextEvent()).toBeUndefined()
    const closed = await watch(address, bearer)
    expect([closed.response.status, closed.response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refuse(here, profileCall, { bearer })).toMatchObject(unavailable)
    expect(await tryUpload(here, bearer)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await leftovers(here)).toEqual([])
    expect(await readiness(here)).toMatchObject({
      status: 503,
      checks: { database: 'failed', disk: 'ok', signing: 'ok' },
      problems: expect.arrayContaining([expect.stringMatching(/no responde/)]),
    })

    await postgres.start()
    expect(await readiness(here)).toMatchObject({ status: 200 })
    expect(await receivedThrough(here, there, { bearer, documentId: document.id })).toEqual({
      kind: 'changed',
      document_id: document.id,
    })
  })
})

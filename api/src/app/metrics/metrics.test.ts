import { loginCall } from 'shared/contract/accounts'
import { verifyTrustCall } from 'shared/contract/verify'
import { startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, registerPerson, upload, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, type TestServer } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { BlobFaultError, StorageUnavailableError } from '../../platform/storage/storage-errors.ts'

afterEach(closeTestServers)

const TOKEN = '0123456789abcdef'
const variables = { METRICS_TOKEN: TOKEN }

const read = async ({ app }: TestServer): Promise<string> => {
  const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return answer.body
}

/** NaN if missing. */
const figureIn = (text: string, line: string): number => {
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? Number.NaN)
}

test('the metrics return 404 without the correct token, and always when no token is configured', async () => {
  const open = await openTestServer({ variables })
  const closed = await openTestServer()
  for (const { app } of [open, closed])
    for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN]) {
      const answer = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
      expect([authorization, answer.statusCode]).toEqual([authorization, 404])
    }
  const wanted = await closed.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(wanted.statusCode).toBe(404)
})

test('the metrics count requests by route and status and contain no data about the caller', async () => {
  const server = await openTestServer({ variables })
  await registerPerson(server, 'olga-secreta')
  const { status } = await refuse(server, loginCall, { body: { username: 'olga-secreta', password: 'otra' } })
  await server.app.inject('/no-hay/ana@example.com?token=abc')
  const text = await read(server)
  const counted = (route: string, method: string, status: number): number =>
    figureIn(text, `trazo_request_seconds_count{route="${route}",method="${method}",status="${status}"}`)
  expect(counted(loginCall.path, 'POST', status)).toBe(1)
  expect(counted('none', 'GET', 404)).toBe(1)
  expect(text).not.toMatch(/olga|ana@|abc/)
  expect(figureIn(text, 'trazo_sessions')).toBe(1)
  expect(figureIn(text, 'trazo_live_streams')).toBe(0)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

test('the metrics show signatures, pending and failed mails, and time stamps', async () => {
  const { server, open, sign, ana } = await startInvited({ variables })
  await sign(await open('ana@example.com'), ana)
  server.clock.advance(2 * MINUTE_MS)
  const text = await read(server)
  expect(figureIn(text, 'trazo_signing_seconds_count{outcome="signed"}')).toBe(1)
  expect(figureIn(text, 'trazo_signatures{timestamp="platform"}')).toBe(1)
  expect(figureIn(text, 'trazo_signatures{timestamp="platform-instead"}')).toBe(0)
  const waiting = figureIn(text, 'trazo_outbox{state="pending"}')
  expect(figureIn(text, 'trazo_outbox_oldest_seconds')).toBe(waiting > 0 ? 120 : 0)
  await server.services.db.updateTable('outbox').set({ state: 'failed' }).execute()
  const later = await read(server)
  expect(figureIn(later, 'trazo_outbox{state="failed"}')).toBeGreaterThanOrEqual(2)
  expect(figureIn(later, 'trazo_outbox_oldest_seconds')).toBe(0)
})

test('the metrics show the documents that wait for their seal, with age and attempts', async () => {
  const { server, document } = await startInvited({ variables })
  const job = { document_id: document.id, created_at: server.clock.now(), next_attempt_at: 0, attempts: 3 }
  await server.services.db
    .insertInto('seal_jobs')
    .values({ ...job, state: 'pending' })
    .execute()
  server.clock.advance(5 * MINUTE_MS)
  const text = await read(server)
  expect(figureIn(text, 'trazo_seal_jobs{state="pending"}')).toBe(1)
  expect(figureIn(text, 'trazo_seal_jobs_oldest_seconds')).toBe(300)
  expect(figureIn(text, 'trazo_seal_attempts')).toBe(3)
})

test('the metrics count uploads by verdict', async () => {
  const server = await openTestServer({ variables })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const file = { bytes: Buffer.from('%PDF-1.7\nno'), filename: 'roto.pdf' }
  const { status } = await upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', file],
  ])
  expect(status).toBeGreaterThanOrEqual(400)
  await uploadDocument(server, bearer)
  const text = await read(server)
  expect(figureIn(text, 'trazo_uploads_total{verdict="signable"}')).toBe(1)
  expect(text).toMatch(/^trazo_uploads_total\{verdict="(?!signable)[\w-]+"\} [12]$/m)
})

test('when the database is unavailable, only the metrics from the database are missing', async () => {
  const { server, olga, document } = await startInvited({ variables })
  expect((await downloadBytes(server, olga.access_token, document.id)).byteLength).toBeGreaterThan(0)
  expect(figureIn(await read(server), 'trazo_failures_total{kind="database"}')).toBe(0)
  expect(figureIn(await read(server), 'trazo_database_up')).toBe(1)
  await server.services.db.destroy()
  const text = await read(server)
  expect(figureIn(text, 'trazo_database_up')).toBe(0)
  expect(text).not.toMatch(/^trazo_(?:outbox|sessions|seal_jobs)\S* /m)
  expect(figureIn(text, 'trazo_certificate_days{certificate="root"}')).toBeGreaterThan(7000)
})

test('the metrics count failed calls by the cause: database, storage or damaged file', async () => {
  const server = await openTestServer({ variables })
  const refusedConnection = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const reasons: readonly Error[] = [
    refusedConnection,
    new StorageUnavailableError('no'),
    new BlobFaultError('0'.repeat(64), 'damaged'),
    new Error('other'),
  ]
  let next = 0
  server.app.addHook('onRequest', async (request) => {
    if (request.url === verifyTrustCall.path) throw reasons[next++]
  })
  for (const _ of reasons) await server.app.inject(verifyTrustCall.path)
  const text = await read(server)
  const counts = ['database', 'storage', 'damaged', 'conflict'].map((kind) =>
    figureIn(text, `trazo_failures_total{kind="${kind}"}`),
  )
  expect(counts).toEqual([1, 1, 1, 0])
})

test('the metrics show the remaining days of the time-stamp certificate', async () => {
  const server = await openTestServer({ variables })
  const before = figureIn(await read(server), 'trazo_certificate_days{certificate="tsa"}')
  server.clock.advance(10 * DAY_MS)
  expect(figureIn(await read(server), 'trazo_certificate_days{certificate="tsa"}')).toBeCloseTo(before - 10)
})

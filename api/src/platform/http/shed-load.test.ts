import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import {
  digitalSignCall,
  fileEventsCall,
  findFilesCall,
  listFilesCall,
  refreshCall,
  type SignatureField,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { eventually } from '../../../test/support/eventually.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { drawing, multipart, registerPerson, threePages } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../../../test/support/test-server.ts'
import { buildApp } from '../../app/app.ts'
import type { InspectPdf } from '../../domain/screening/inspection.ts'
import { parseApiEnvironment } from '../environment/environment.ts'
import type { DocumentLocks } from '../locks/document-lock.ts'
import type { ApiServices } from '../services.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  await closeTestServers()
})

const TOKEN = '0123456789abcdef'
const metrics = { authorization: `Bearer ${TOKEN}` }

const withLimits = async (
  server: TestServer,
  variables: Readonly<Record<string, string>>,
  replaced: Partial<ApiServices> = {},
): Promise<TestServer> => {
  const load = parseApiEnvironment(variables)
  const options = { log: pino({ level: 'silent' }), dataDir: server.dataDir, showOutbox: true, metricsToken: TOKEN }
  const app = await buildApp({ ...server.services, ...replaced }, { ...options, rateLimitFactor: 1000, load })
  apps.push(app)
  return { ...server, app }
}

/** 1 MB rejects every call after the first sample. */
const crowd = async (server: TestServer): Promise<TestServer> => {
  const crowded = await withLimits(server, { SHED_RSS_MB: '1' })
  await until(crowded, 503)
  return crowded
}

const TRUST = '/home/api/verify/trust'

const until = (server: TestServer, status: number) =>
  eventually(`an answer with ${status}`, async () => {
    const answer = await server.app.inject(TRUST)
    return answer.statusCode === status ? answer : undefined
  })

/** Milliseconds. */
const DELAY_MS = 100

const work = (): void => {
  const end = performance.now() + 2 * DELAY_MS
  while (performance.now() < end);
}

const whileEachTurnIsLong = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const turns = setInterval(work)
  return run().finally(() => clearInterval(turns))
}

const shedCount = async ({ app }: TestServer, reason: string): Promise<number> => {
  const { body } = await app.inject({ url: '/metrics', headers: metrics })
  return Number(body.match(new RegExp(`^trazo_shed_total\\{reason="${reason}"\\} (\\d+)$`, 'm'))?.[1])
}

test('an overloaded process refuses callers and admits callers again when the overload ends', async () => {
  const server = await withLimits(await openTestServer(), { SHED_EVENT_LOOP_MS: String(DELAY_MS) })
  const refused = await whileEachTurnIsLong(() => until(server, 503))
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toEqual({
    code: 'UNAVAILABLE',
    message: 'Estamos atendiendo a muchas personas a la vez. Vuelve a intentarlo en unos segundos.',
    request_id: expect.any(String),
  })
  expect(await shedCount(server, 'event-loop')).toBeGreaterThan(0)
  const admitted = await until(server, 200)
  expect(admitted.headers['retry-after']).toBeUndefined()
})

test('during overload, health checks, metrics, downloads and session renewals still succeed', async () => {
  const { server: calm, olga, document } = await startInvited()
  const server = await crowd(calm)
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await server.app.inject({ url, headers })).statusCode
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics', metrics)]).toEqual([
    200, 200, 200,
  ])
  const bearer = { authorization: `Bearer ${olga.access_token}` }
  expect(await statusOf(`/home/api/files/${document.id}/public_download`, { ...bearer, range: 'bytes=0-99' })).toBe(206)
  const { refresh_token } = olga
  const renewed = await server.app.inject({ method: 'POST', url: refreshCall.path, payload: { refresh_token } })
  expect(renewed.statusCode).toBe(200)
  expect(await statusOf(`${findFilesCall.path}?limit=24`, bearer)).toBe(503)
  expect(await statusOf(`${validateInvitationCall.path}?token=x`)).toBe(503)
  expect(await shedCount(server, 'memory')).toBeGreaterThanOrEqual(3)
})

test('during overload, a refused signature or upload stores nothing', async () => {
  const { server: calm, olga, ana, open } = await startInvited()
  const guest = await open('ana@example.com')
  const files = (await calm.stored()).length
  const server = await crowd(calm)
  const signing = await server.app.inject({
    method: 'POST',
    url: pathOf(digitalSignCall, { fieldId: ana.id }),
    headers: { authorization: `Bearer ${guest}` },
    payload: { field_id: ana.id, signature_data: drawing() },
  })
  const sent = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes: threePages(), filename: 'a.pdf' }],
  ])
  const headers = { ...sent.headers, authorization: `Bearer ${olga.access_token}` }
  const upload = await server.app.inject({ method: 'POST', url: uploadFileCall.path, ...sent, headers })
  expect([signing.statusCode, upload.statusCode]).toEqual([503, 503])
  expect(await server.stored()).toHaveLength(files)
  const { db } = server.services
  expect(await db.selectFrom('signatures').selectAll().execute()).toEqual([])
})

test('during overload, a client that is sending a large file receives the refusal', async () => {
  const server = await crowd(await openTestServer())
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { payload, headers } = await multipart([
    ['file', { bytes: new Uint8Array(8 * 1024 * 1024), filename: 'grande.pdf' }],
  ])
  const answer = await fetch(`${address}${uploadFileCall.path}`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers,
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
})

test('an open event stream stays open during overload', async () => {
  const calm = await openTestServer()
  const olga = await registerPerson(calm, 'olga')
  const server = await withLimits(calm, { SHED_RSS_MB: '1' })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${olga.access_token}` }
  const stream = await fetch(address + fileEventsCall.path, { headers })
  expect(stream.status).toBe(200)
  await until(server, 503)
  expect((await fetch(address + listFilesCall.path, { headers })).status).toBe(503)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  server.services.documentEvents.publish(olga.user.id, { kind: 'changed', document_id: 7 })
  let received = ''
  while (!received.includes('"document_id":7')) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error(`the stream ended after ${received}`)
    received += value
  }
  await reader?.cancel()
})

test('the API refuses signatures over the limit, and admitted signatures finish', async () => {
  const { server: calm, document, ana, luis, open } = await startInvited()
  const inside = Promise.withResolvers<void>()
  const locks: DocumentLocks = {
    ...calm.services.locks,
    runAll: (ids, work) => {
      inside.resolve()
      return calm.services.locks.runAll(ids, work)
    },
  }
  const server = await withLimits(calm, { SHED_SIGNINGS: '1' }, { locks })
  const [guest, other] = [await open('ana@example.com'), await open('luis@example.com')]
  const sign = async (field: SignatureField, bearer: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: pathOf(digitalSignCall, { fieldId: field.id }),
        headers: { authorization: `Bearer ${bearer}` },
        payload: { field_id: field.id, signature_data: drawing() },
      })
    ).statusCode
  // The first signer waits for the document's lock.
  const held = Promise.withResolvers<void>()
  const holder = calm.services.locks.run(document.id, () => held.promise)
  const first = sign(ana, guest)
  await inside.promise
  expect([await sign(luis, other), await shedCount(server, 'signings')]).toEqual([503, 1])
  held.resolve()
  await holder
  expect([await first, await sign(luis, other)]).toEqual([200, 200])
})

test('when too many uploads wait for inspection, the API refuses another upload', async () => {
  const calm = await openTestServer()
  const { access_token } = await registerPerson(calm, 'olga')
  const held = Promise.withResolvers<void>()
  const looking = Promise.withResolvers<void>()
  const inspectPdf: InspectPdf = async (...given) => {
    looking.resolve()
    await held.promise
    return calm.services.inspectPdf(...given)
  }
  const server = await withLimits(calm, { SHED_UPLOADS: '1' }, { inspectPdf })
  const sent = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes: threePages(), filename: 'a.pdf' }],
  ])
  const headers = { ...sent.headers, authorization: `Bearer ${access_token}` }
  const upload = async () =>
    (await server.app.inject({ method: 'POST', url: uploadFileCall.path, ...sent, headers })).statusCode
  const first = upload()
  await looking.promise
  expect([await upload(), await shedCount(server, 'uploads')]).toEqual([503, 1])
  held.resolve()
  expect([await first, await upload()]).toEqual([201, 201])
})

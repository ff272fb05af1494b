import type { RequestTracing } from 'shared/server'
import { startInvited } from '../../test/support/invited.ts'
import { closeTestServers, openTestServer } from '../../test/support/test-server.ts'
import { createLog } from '../platform/logging.ts'

afterEach(closeTestServers)

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

type Start = Parameters<RequestTracing['start']>

const recorder = (): { readonly tracing: RequestTracing; readonly started: Start[]; readonly failed: unknown[] } => {
  const started: Start[] = []
  const failed: unknown[] = []
  const span = {
    traceParent: PARENT,
    child: () => span,
    add: () => undefined,
    fail: (error: unknown) => void failed.push(error),
    end: () => undefined,
  }
  const tracing: RequestTracing = {
    start: (...start) => {
      started.push(start)
      return span
    },
    stop: async () => undefined,
  }
  return { tracing, started, failed }
}

test.each([
  ['a proxy that is trusted', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, PARENT],
  ['an address outside of TRUSTED_PROXIES', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }, null],
  ['a caller of this machine without a proxy', '127.0.0.1', {}, null],
])(
  'the trace of a request uses its traceparent only from a trusted proxy; here from %s',
  async (_, remoteAddress, headers, parent) => {
    const { tracing, started } = recorder()
    const { app } = await openTestServer({ tracing })
    await app.inject({
      url: '/home/api/files/?search=secreto',
      remoteAddress,
      headers: { ...headers, traceparent: PARENT },
    })
    expect(started).toEqual([['GET /home/api/files/', expect.objectContaining({ parent, kind: 'server' })]])
    expect(JSON.stringify(started)).not.toMatch(/secreto|203\.0\.113/)
  },
)

test('health checks are not traced', async () => {
  const { tracing, started } = recorder()
  const { app } = await openTestServer({ tracing })
  for (const url of ['/healthz', '/readyz']) await app.inject(url)
  expect(started).toEqual([])
})

test('each delivery attempt of a mail joins the trace of its request and marks its failure', async () => {
  const { tracing, started, failed } = recorder()
  const refusal = new Error('no')
  const transport = () => Promise.reject(refusal)
  const { server } = await startInvited({ tracing, transport })
  server.clock.advance(60_000)
  await server.relay.tick()
  const attempts = started
    .filter(([name]) => name === 'deliver mail')
    .map(([, { parent, attributes }]) => [parent, attributes?.['trazo.attempt']])
  expect(attempts).toEqual([
    [PARENT, 1],
    [PARENT, 1],
    [PARENT, 2],
    [PARENT, 2],
  ])
  expect(failed).toEqual(Array(4).fill(refusal))
})

test('when tracing is off, the seal worker still logs the id of the signing request', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const invited = await startInvited({ log })
  const { server, ana, luis } = invited
  for (const field of [ana, luis]) await invited.sign(await invited.open(field.signer_email), field)
  const [sealed] = lines.filter(({ msg }) => msg === 'document sealed')
  const signing = lines.findLast(({ req }) => JSON.stringify(req ?? '').includes('digital_sign'))
  expect(signing?.reqId).toEqual(expect.any(String))
  expect(sealed?.reqId).toBe(signing?.reqId)
  const rows = await server.services.db
    .selectFrom('completion_certificates')
    .select(['request_id', 'trace_parent'])
    .execute()
  expect(rows).toEqual([{ request_id: signing?.reqId, trace_parent: null }])
})

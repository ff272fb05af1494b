import { execFileSync } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import fastify from 'fastify'
import { causedBy, currentCause, type RequestTracing, startTracing, traceRequests, traceWork } from 'shared/server'
import { openCollector, type StandInCollector } from 'shared/server/testing'

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const collectorWith = async (answer?: RequestListener): Promise<StandInCollector> => {
  const collector = await openCollector(answer)
  closing.push(collector.close)
  return collector
}

const tracingTo = async (endpoint: string, ratio = 1) => {
  const lines: unknown[] = []
  const { promise: logged, resolve } = Promise.withResolvers<void>()
  const record = (line: unknown): void => {
    lines.push(line)
    resolve()
  }
  const log = { warn: record, info: record }
  const tracing = await startTracing({ endpoint, ratio }, { service: 'trazo-api', log, delay: 1 })
  if (tracing === undefined) throw new Error('tracing is off')
  return { tracing, lines, logged }
}

const work = async (tracing: RequestTracing, name = 'work', trace_parent: string | null = null): Promise<void> => {
  await causedBy(tracing, { request_id: 'peticion', trace_parent }, { name }, async () => undefined)
}

test('a job continues the trace of its request, and the parts of the job are child spans', async () => {
  const { endpoint, spans } = await collectorWith()
  const { tracing } = await tracingTo(endpoint)
  const cause = await causedBy(tracing, { request_id: 'peticion', trace_parent: PARENT }, { name: 'job' }, () =>
    traceWork('part', {}, async () => currentCause()),
  )
  await tracing.stop()
  const [part, job] = spans
  expect([job?.name, job?.traceId, job?.parentSpanId]).toEqual(['job', 'a'.repeat(32), 'b'.repeat(16)])
  expect([part?.name, part?.parentSpanId]).toEqual(['part', job?.spanId])
  expect(cause).toEqual({ request_id: 'peticion', trace_parent: `00-${'a'.repeat(32)}-${part?.spanId}-01` })
})

test.each(['', 'x', PARENT.toUpperCase(), `${PARENT}-more`, `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`])(
  'an invalid trace parent (%s) starts a new trace',
  async (parent) => {
    const { endpoint, spans } = await collectorWith()
    const { tracing } = await tracingTo(endpoint)
    await work(tracing, 'work', parent)
    await tracing.stop()
    expect(spans).toEqual([expect.objectContaining({ name: 'work', parentSpanId: undefined })])
  },
)

test('a trace names an error by its class or code, without its message', async () => {
  const { endpoint, bodies } = await collectorWith()
  const { tracing } = await tracingTo(endpoint)
  const error = Object.assign(new Error('no mail for ana@example.com'), { code: 'EENVELOPE' })
  const failing = () => Promise.reject(error)
  await expect(causedBy(tracing, currentCause(), { name: 'mail' }, failing)).rejects.toBe(error)
  await tracing.stop()
  expect(bodies.join()).toContain('EENVELOPE')
  expect(bodies.join()).not.toContain('ana@example.com')
})

test('with a ratio of 0, a new trace is not sent and a sampled trace is continued', async () => {
  const { endpoint, spans } = await collectorWith()
  const { tracing } = await tracingTo(endpoint, 0)
  await work(tracing, 'new')
  await work(tracing, 'continued', PARENT)
  await tracing.stop()
  expect(spans.map(({ name }) => name)).toEqual(['continued'])
})

const requestWith = async (tracing: RequestTracing): Promise<number> => {
  const server = fastify()
  traceRequests(server, tracing)
  server.get('/', async () => 'hola')
  const { statusCode } = await server.inject('/')
  await server.close()
  return statusCode
}

const endless: RequestListener = (request, response) => {
  request.resume()
  response.writeHead(200)
  const more = (): void => {
    while (!response.destroyed && response.write('a'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
const refusing: RequestListener = (_request, response) => void response.writeHead(400).end('no')

test.each([
  ['refuses', refusing],
  ['never answers', () => undefined],
  ['never ends its answer', endless],
] as const)('a collector that %s fails no request and delays no stop', async (_, answer) => {
  const { endpoint } = await collectorWith(answer)
  const { tracing } = await tracingTo(endpoint)
  expect(await requestWith(tracing)).toBe(200)
  await tracing.stop()
})

test('a failing collector is logged once, without its address', async () => {
  const { endpoint } = await collectorWith(refusing)
  const { tracing, lines, logged } = await tracingTo(endpoint.replace('//', '//usuario:clave@'))
  await work(tracing)
  await logged
  await work(tracing)
  await tracing.stop()
  expect(lines).toEqual([{ reason: 'OTLPExporterError' }])
})

test('the exporter drops waiting spans beyond a fixed number', async () => {
  const { endpoint, spans } = await collectorWith()
  const { tracing } = await tracingTo(endpoint)
  for (let n = 0; n < 10_000; n += 1) await work(tracing)
  await tracing.stop()
  expect(spans.length).toBeGreaterThan(0)
  expect(spans.length).toBeLessThanOrEqual(2048 + 512)
})

const importedBy = (statement: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { registerHooks } from 'node:module'
       const seen = []
       registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) })
       const { startTracing } = await import('./server/index.ts')
       ${statement}
       console.log(seen.filter((name) => name.startsWith('@opentelemetry/')).length)
       process.exit()`,
    ],
    { cwd: join(__dirname, '../../shared'), encoding: 'utf8' },
  ).trim()

test('without a collector, OpenTelemetry is not imported', () => {
  expect(importedBy('await startTracing(null, {})')).toBe('0')
  expect(importedBy("await startTracing({ endpoint: 'http://127.0.0.1:9', ratio: 1 }, {})")).not.toBe('0')
})

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Invited, startInvited } from '../api/test/support/invited.ts'
import { drawing } from '../api/test/support/people.ts'
import { closeTestServers } from '../api/test/support/test-server.ts'
import { startTracing } from '../shared/server/index.ts'
import { openCollector, type ReceivedSpan } from '../shared/server/testing/index.ts'
import { createTestSite } from '../shell/server/test/create-test-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'trazo-traces-'))
const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true })
})

const shellFolder = (): string => {
  for (const name of ['data', 'assets', 'pdfjs']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'index.html'), '<meta name="trazo-api-host" content=""><div id="root"></div>')
  return folder
}

const SIGNING = 'POST /home/api/digital-signatures/:fieldId/digital_sign/'
const silent = { warn: () => undefined, info: () => undefined }

const openTraced = async () => {
  const collector = await openCollector()
  closing.push(collector.close, closeTestServers)
  const open = (service: 'trazo-site' | 'trazo-api') =>
    startTracing({ endpoint: collector.endpoint, ratio: 1 }, { service, log: silent })
  const [ofSite, ofApi] = await Promise.all([open('trazo-site'), open('trazo-api')])
  const invited = await startInvited({ tracing: ofApi })
  const site = createTestSite(folder, {
    apiUrl: await invited.server.app.listen({ port: 0, host: '127.0.0.1' }),
    shell: { release: '1', folder: shellFolder() },
    tracing: ofSite,
  })
  closing.push(() => site.close())
  const url = await site.listen({ port: 0, host: '127.0.0.1' })
  const received = async (): Promise<readonly ReceivedSpan[]> => {
    await site.close()
    await Promise.all([ofSite?.stop(), ofApi?.stop()])
    return collector.spans
  }
  return { invited, url, collector, received }
}

const signThroughSite = async ({ luis, open }: Invited, url: string): Promise<string> => {
  const bearer = await open('luis@example.com')
  const response = await fetch(`${url}/home/api/digital-signatures/${luis.id}/digital_sign/?token=secreto`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      'x-request-id': 'elegido-por-el-cliente',
    },
    body: JSON.stringify({ field_id: luis.id, signature_data: drawing() }),
  })
  assert.equal(response.status, 200, await response.text())
  return response.headers.get('x-request-id') ?? ''
}

const parentName = (spans: readonly ReceivedSpan[], { parentSpanId }: ReceivedSpan): string | undefined =>
  spans.find(({ spanId }) => spanId === parentSpanId)?.name

test('one trace and one request id link the signing request to its mail, without personal data', async () => {
  const { invited, url, collector, received } = await openTraced()
  await invited.sign(await invited.open('ana@example.com'), invited.ana)
  const requestId = await signThroughSite(invited, url)
  await invited.server.completion.tick()
  await invited.server.relay.tick()
  const spans = await received()

  const traceId = spans.find(({ service }) => service === 'trazo-site')?.traceId
  const trace = spans.filter((span) => span.traceId === traceId)
  const named = (start: string) => trace.filter(({ name }) => name.startsWith(start))
  const [atSite] = trace.filter(({ service }) => service === 'trazo-site')
  assert.equal(atSite?.parentSpanId, undefined)
  for (const [name, parent] of [
    [SIGNING, atSite?.name],
    ['seal document', SIGNING],
    ['issue certificate', 'seal document'],
    ['deliver mail', 'seal document'],
  ] as const) {
    const [span] = named(name)
    assert.deepEqual([name, span && parentName(trace, span)], [name, parent])
    assert.equal(span?.attributes['trazo.request_id'], requestId)
  }
  const sent = collector.bodies.join('')
  for (const secret of [
    'secreto',
    'elegido-por-el-cliente',
    '1111111',
    'Luis',
    '@example.com',
    'Contrato',
    `${invited.luis.id}`,
  ])
    assert.ok(!sent.includes(secret), secret)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPublishingSite } from '../../shell/server/publishing/test/open-publishing-site.ts'
import { runConformance } from './run-checks.ts'
import { type AnswerChange, openFlawed } from './test/flawed-site.ts'

type Opened = Awaited<ReturnType<typeof openPublishingSite>>
let opened: Opened
let url: string

before(async () => {
  opened = await openPublishingSite()
  url = `http://127.0.0.1:${opened.port}`
  await opened.publish('1')
})
after(() => opened.close())

const atFlawed = async (change: AnswerChange, token?: string): Promise<string[]> => {
  const flawed = await openFlawed(url, change)
  const found = await failing(flawed.url, token)
  flawed.close()
  return found
}

const failing = async (address: string, token?: string): Promise<string[]> =>
  (await runConformance({ url: address, token })).flatMap(({ rule, problem }) =>
    problem ? [`${rule}: ${problem}`] : [],
  )

test('this site conforms, with and without a token, and nothing that is live changes', async () => {
  assert.deepEqual(await failing(url), [])
  const results = await runConformance({ url, token: opened.token })
  assert.deepEqual(
    results.map(({ rule, problem }) => [rule, problem]),
    ['1 registro', '2 versión mf_auth 1', '3 página', '4 informes', '5 publicar sin token', '6 publicar y volver'].map(
      (rule) => [rule, undefined],
    ),
  )
})

test('a token that is not valid does not conform', async () => {
  assert.match((await failing(url, 'made-up')).join(), /6 publicar y volver: GET \/releases respondió 401/)
})

const flaws: [string, AnswerChange, RegExp][] = [
  [
    'keeps its registry in caches',
    ({ path }) => (path === '/registry.json' ? { without: 'cache-control' } : {}),
    /1 registro: .*no-store/,
  ],
  [
    'has a registry without the live release',
    ({ path, body }) =>
      path === '/registry.json' ? { body: String(body).replace('"active":"1"', '"active":"9"') } : {},
    /1 registro: .*esquema/,
  ],
  [
    'serves another manifest',
    ({ path }) => (path.endsWith('.json') && path.startsWith('/r/') ? { body: '{}' } : {}),
    /2 versión mf_auth 1: .*no es el que nombra/,
  ],
  [
    'answers a missing file with a page',
    ({ path }) => (path.endsWith('no-such-file.js') ? { status: 200 } : {}),
    /2 versión .*200, no 404/,
  ],
  [
    'has pages without a policy',
    ({ path }) => (path === '/' ? { without: 'content-security-policy' } : {}),
    /3 página: .*Content-Security-Policy/,
  ],
  [
    'accepts any report',
    ({ path }) => (path === '/mf-events' ? { status: 204, body: '' } : {}),
    /4 informes: .*204, no 400/,
  ],
  [
    'publishes for everybody',
    ({ path }) => (path === '/releases' ? { status: 200 } : {}),
    /5 publicar sin token: .*200, no 401/,
  ],
]

for (const [name, change, expected] of flaws)
  test(`a site does not conform if it ${name}`, async () => {
    const found = await atFlawed(change)
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found[0] ?? '', expected)
  })

test('a site does not conform if it goes to a release that does not exist, or says something else is live after it', async () => {
  const accepting: AnswerChange = ({ path, answer }) =>
    path === '/releases' && answer.status === 404 ? { status: 200 } : {}
  assert.match((await atFlawed(accepting, opened.token)).join(), /6 publicar y volver: .*no existe respondió 200/)
  let calls = 0
  const drifting: AnswerChange = ({ path, body }) => {
    if (path !== '/releases' || !String(body).includes('"live"')) return {}
    calls += 1
    return calls === 1 ? {} : { body: String(body).replace('"active":"1"', '"active":"2"') }
  }
  assert.match((await atFlawed(drifting, opened.token)).join(), /6 publicar y volver: lo que está en vivo cambió/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPublisher } from '../../../shell/server/publishing/publisher-tokens.ts'
import { NOW, openPublishingSite } from '../../../shell/server/publishing/test/open-publishing-site.ts'
import { switchRelease } from '../../../shell/server/registry/switch-release.ts'
import { runConformance } from '../run-checks.ts'
import type { ConformanceResult } from '../site-calls.ts'
import { type AnswerChange, openFlawed } from '../test/flawed-site.ts'
import { checkPublishing, type PublishingCheck } from './check-publishing.ts'
import { checkSwitches } from './check-switches.ts'
import { checkRefusals } from './check-uploads.ts'

type Opened = Awaited<ReturnType<typeof openPublishingSite>>

const check: PublishingCheck = {
  remote: 'mf_auth',
  replacesLive: true,
  bounds: { files: 12, fileBytes: 4000, totalBytes: 9000 },
}

/** A site without any release has no registry to serve. */
const publishOther = async ({ dataDir, build }: Opened): Promise<void> => {
  const root = await build('7', {}, {}, 'mf_documents')
  await switchRelease({ dataDir, name: 'mf_documents', broken: () => undefined }, { kind: 'build', root }, NOW)
}

const withSite = async (
  use: (opened: Opened, url: string) => Promise<void>,
  options: { releaseApproval?: boolean } = {},
): Promise<void> => {
  const opened = await openPublishingSite(options)
  await publishOther(opened)
  try {
    await use(opened, `http://127.0.0.1:${opened.port}`)
  } finally {
    await opened.close()
  }
}

const brokenRules = (results: readonly ConformanceResult[]): string[] =>
  results.flatMap(({ rule, problem }) => (problem === undefined ? [] : [`${rule}: ${problem}`]))

const notesOf = (results: readonly ConformanceResult[]): string[] => results.flatMap(({ note }) => note ?? [])

test('this site conforms, and has the same live release, fallback and registry afterwards', () =>
  withSite(async (opened, url) => {
    await opened.publish('1')
    await opened.publish('2')
    const results = await runConformance({ url, token: opened.token }, check)
    assert.deepEqual(brokenRules(results), [])
    assert.deepEqual(notesOf(results), [])
    const { active, fallback, releases = {} } = (await opened.live()) ?? {}
    assert.deepEqual([active, fallback, Object.keys(releases).sort()], ['2', '1', ['1', '2']])
    const rules = results.map(({ rule }) => rule)
    for (const number of ['7', '8', '9', '10', '11']) assert.ok(rules.some((rule) => rule.startsWith(`${number} `)))
  }))

test('a remote without releases keeps the last one of the suite, which a second run may replace', () =>
  withSite(async ({ token, live }, url) => {
    const once = async () => checkPublishing({ url, token }, { ...check, replacesLive: false, parts: [checkSwitches] })
    const first = await once()
    assert.deepEqual([brokenRules(first), notesOf(first).length], [[], 1])
    const { active } = (await live()) ?? {}
    assert.match(active ?? '', /^0\.0\.0-conformance\./)
    const second = await once()
    assert.deepEqual([brokenRules(second), notesOf(second)], [[], []])
    assert.equal((await live())?.active, active)
  }))

test('a site where another person approves conforms, with and without the token of one', () =>
  withSite(
    async ({ token, dataDir, live }, url) => {
      const parts = [checkSwitches]
      const alone = await checkPublishing({ url, token }, { ...check, parts })
      assert.deepEqual(
        [brokenRules(alone), alone.map(({ rule }) => rule)],
        [[], ['8 publicar', '11 aprobación', '8 a 10', 'mf_auth como estaba']],
      )
      assert.equal(await live(), undefined)
      const approver = await createPublisher({ dataDir }, 'mf_auth', 'Otra persona', NOW)
      const both = await checkPublishing({ url, token }, { ...check, approver, parts })
      assert.deepEqual(brokenRules(both), [])
      assert.ok(both.some(({ rule }) => rule.startsWith('10 ')))
    },
    { releaseApproval: true },
  ))

test('the suite leaves a site alone where it was not asked to change that remote', () =>
  withSite(async (opened, url) => {
    const { token, publish, live } = opened
    const begin = (more: Partial<PublishingCheck>) => checkPublishing({ url, token }, { ...check, ...more })
    await publish('1')
    await assert.rejects(begin({ remote: 'mf_documents' }), /El token es de mf_auth, no de mf_documents/)
    await assert.rejects(begin({ replacesLive: false }), /tiene en vivo 1\. .*--replace-live/)
    await publish('2', {}, {}, { canary: 5 })
    await assert.rejects(begin({}), /tiene una prueba en curso/)
    const { active, canary } = (await live()) ?? {}
    assert.deepEqual([active, canary?.release], ['1', '2'])
  }))

test('a suite that is stopped puts the site back first', () =>
  withSite(async ({ token, publish, live }, url) => {
    await publish('1')
    let looks = 0
    const isStopped = () => {
      looks += 1
      return looks > 3
    }
    const results = await checkPublishing({ url, token }, { ...check, isStopped, parts: [checkSwitches] })
    assert.deepEqual(results.at(-1), { rule: 'mf_auth como estaba', problem: undefined })
    assert.ok(!results.some(({ rule }) => rule.startsWith('10 ')))
    assert.deepEqual([(await live())?.active, (await live())?.fallback], ['1', null])
  }))

const atFlawed = async (
  change: AnswerChange,
  more: Partial<PublishingCheck>,
  options: { releaseApproval?: boolean } = {},
): Promise<string[]> => {
  let found: string[] = []
  await withSite(async ({ token, publish }, url) => {
    if (!options.releaseApproval) await publish('1')
    const flawed = await openFlawed(url, change)
    try {
      found = brokenRules(await checkPublishing({ url: flawed.url, token }, { ...check, ...more }))
    } finally {
      flawed.close()
    }
  }, options)
  return found
}

const isUpload = (sent: string): boolean => sent.includes('form-data; name="release"')
const isRefusal = (status: number): boolean => status >= 400
const done = (active: string) => JSON.stringify({ after: { active, fallback: null } })

const uploads = 32

const accepting: readonly [string, AnswerChange, { readonly [rule: string]: number }, RegExp][] = [
  [
    'accepts what it must refuse',
    ({ sent, answer }) => (isUpload(sent) && answer.status === 422 ? { status: 200, body: done('1') } : {}),
    { 7: uploads },
    /respondió 200, no 4xx/,
  ],
  [
    'accepts uploads without a token',
    ({ sent, answer }) => (isUpload(sent) && answer.status === 401 ? { status: 200, body: done('1') } : {}),
    { 5: 1 },
    /respondió 200, no 401/,
  ],
  [
    'accepts any command',
    ({ sent, answer }) => (sent.includes('"kind"') && isRefusal(answer.status) ? { status: 200, body: done('1') } : {}),
    { 6: 1 },
    /respondió 200, no 4xx/,
  ],
  [
    'serves what it refused, or what was cut',
    ({ path }) => (/conformance.*mf-manifest\.json$/.test(path) ? { status: 200 } : {}),
    { 5: 1, 7: uploads + 1 },
    /lo rechazado se sirve/,
  ],
  [
    'lets a file out of its folder',
    ({ path }) => (path === '/r/mf_auth/no-escape.js' ? { status: 200 } : {}),
    { 7: 8 },
    /dejó un archivo en \/r\/mf_auth\/no-escape\.js/,
  ],
  [
    'refuses without saying why',
    ({ sent, answer }) => (isUpload(sent) && answer.status === 422 ? { body: '{}' } : {}),
    { 7: uploads },
    /no dice código y mensaje/,
  ],
]

for (const [name, change, broken, expected] of accepting)
  test(`a site does not conform if it ${name}`, async () => {
    const found = await atFlawed(change, { parts: [checkRefusals] })
    const counts: Record<string, number> = {}
    for (const line of found) {
      assert.match(line, expected)
      const [rule = ''] = line.split(' ')
      counts[rule] = (counts[rule] ?? 0) + 1
    }
    assert.deepEqual(counts, broken)
  })

test('a site does not conform if a refused upload changes what is live', async () => {
  let isChanged = false
  const found = await atFlawed(
    ({ path, sent, body }) => {
      isChanged ||= isUpload(sent)
      if (!isChanged || path !== '/registry.json') return {}
      const registry = JSON.parse(String(body))
      registry.remotes.mf_auth.fallback = '1'
      return { body: JSON.stringify(registry) }
    },
    { parts: [checkRefusals] },
  )
  assert.equal(found.filter((line) => /^7 .*cambió \/registry\.json/.test(line)).length, uploads + 1)
  assert.match(found.at(-1) ?? '', /mf_auth como estaba: después de volver: cambió/)
})

/** The nth exchange that fits has the flaw. */
const atCount = (
  count: number,
  fits: (exchange: Parameters<AnswerChange>[0]) => boolean,
  flaw: ReturnType<AnswerChange>,
): AnswerChange => {
  let seen = 0
  return (exchange) => {
    if (!fits(exchange)) return {}
    seen += 1
    return seen === count ? flaw : {}
  }
}

const registryWith =
  (change: (registry: { remotes: Record<string, Record<string, unknown>> }) => void): AnswerChange =>
  ({ path, body }) => {
    if (path !== '/registry.json' || !String(body).includes('conformance')) return {}
    const registry = JSON.parse(String(body))
    change(registry)
    return { body: JSON.stringify(registry) }
  }

const goesTo =
  (release: string) =>
  ({ sent }: { sent: string }): boolean =>
    sent.includes('"to"') && sent.includes(`${release}"`)
const sendsFirst = ({ sent }: { sent: string }): boolean => isUpload(sent) && /"release":"0[^"]*\.1"/.test(sent)
const refused = { status: 409, body: JSON.stringify({ message: 'No.' }) }

const keepsFirst = (): AnswerChange => {
  let first: Buffer | undefined
  return ({ path, body }) => {
    if (path !== '/registry.json') return {}
    first ??= body
    return { body: first }
  }
}

const switching: readonly [string, AnswerChange, RegExp][] = [
  [
    'says that something else is live',
    ({ path, method, body }) =>
      path === '/releases' && method === 'GET'
        ? { body: String(body).replace(/"active":"0[^"]*"/, '"active":"1"') }
        : {},
    /^8 publicar: GET \/releases dice/,
  ],
  ['has a registry that does not follow', keepsFirst(), /^8 publicar: \/registry\.json dice/],
  [
    'names a release with another hash',
    registryWith(({ remotes: { mf_auth } }) => {
      const releases = Object.entries((mf_auth?.releases ?? {}) as Record<string, object>)
      const changed = releases.map(([id, release]) => [
        id,
        id === '1' ? release : { ...release, integrity: 'sha384-AAAA' },
      ])
      Object.assign(mf_auth ?? {}, { releases: Object.fromEntries(changed) })
    }),
    /^8 publicar: mientras se publicaba.*manifiesto es otro/,
  ],
  [
    'changes another remote',
    registryWith(({ remotes }) => {
      if (remotes.mf_auth) remotes.mf_documents = remotes.mf_auth
    }),
    /^8 publicar: cambió en \/registry\.json lo de otro remoto/,
  ],
  [
    'serves a file with other bytes',
    ({ path }) => (path.endsWith('.1/texts/about.txt') ? { body: 'x' } : {}),
    /^8 publicar: texts\/about\.txt no se sirve/,
  ],
  [
    'lets caches renew files',
    ({ path }) => (path.endsWith('.1/mf-manifest.json') ? { without: 'cache-control' } : {}),
    /^8 publicar: .*inmutables/,
  ],
  [
    'names a release before it has its files',
    atCount(1, ({ path }) => path.endsWith('.1/mf-manifest.json'), { status: 404 }),
    /^8 publicar: mientras se publicaba/,
  ],
  [
    'answers with something else',
    ({ sent, answer }) => (isUpload(sent) && answer.status === 200 ? { body: '{"after":"1"}' } : {}),
    /^8 publicar: .*no sigue el protocolo/,
  ],
  ['refuses the same upload again', atCount(2, sendsFirst, refused), /^8 repetir .*respondió 409/],
  [
    'takes other bytes under the same name',
    ({ sent, answer }) => (isUpload(sent) && answer.status === 422 ? { status: 200, body: done('1') } : {}),
    /^8 otros archivos .*respondió 200/,
  ],
  [
    'changes a file of a published release',
    atCount(2, ({ path }) => path.endsWith('.1/texts/about.txt'), { body: 'other' }),
    /^8 otros archivos .*cambió de archivos/,
  ],
  [
    'forgets the fallback',
    registryWith(({ remotes: { mf_auth } }) => {
      if (String(mf_auth?.active).endsWith('.2')) Object.assign(mf_auth ?? {}, { fallback: null })
    }),
    /^8 publicar otra versión: \/registry\.json dice/,
  ],
  [
    'keeps what was left as the fallback',
    ({ sent, body }) =>
      goesTo('previous')({ sent }) ? { body: String(body).replace('"fallback":null', '"fallback":"1"') } : {},
    /^9 volver a la anterior: .*la respuesta dice/,
  ],
  [
    'goes back when there is nothing to go to',
    ({ sent, answer }) =>
      goesTo('previous')({ sent }) && isRefusal(answer.status) ? { status: 200, body: done('1') } : {},
    /^9 volver a la anterior: volver sin que haya .*200/,
  ],
  [
    'does not go to what was left',
    (exchange) => (goesTo('.2')(exchange) ? refused : {}),
    /^9 volver a la que se dejó: .*409/,
  ],
  [
    'hides a canary',
    registryWith(({ remotes: { mf_auth } }) => {
      delete mf_auth?.canary
    }),
    /^10 prueba .*\/registry\.json dice/,
  ],
  [
    'does not end a canary',
    ({ sent, body }) =>
      sent.includes('end-canary')
        ? { body: String(body).replace(/"after":\{/, '"after":{"canary":{"release":"1","percent":5},') }
        : {},
    /^10 prueba .*terminar la prueba: la respuesta dice/,
  ],
  ['does not go back during a canary', atCount(3, goesTo('previous'), refused), /^10 volver durante una prueba: .*409/],
  [
    'approves what does not wait',
    ({ sent, answer }) =>
      sent.includes('"approve"') && isRefusal(answer.status) ? { status: 200, body: done('1') } : {},
    /^11 aprobar lo que no espera: .*200/,
  ],
  [
    'cannot be put back',
    (exchange) => (exchange.sent === '{"kind":"to","release":"1"}' ? refused : {}),
    /^mf_auth como estaba: volver a 1 respondió 409/,
  ],
]

for (const [name, change, expected] of switching)
  test(`a site does not conform if it ${name}`, async () => {
    const [first = ''] = await atFlawed(change, { parts: [checkSwitches] })
    assert.match(first, expected)
  })

const approving: readonly [string, AnswerChange, RegExp][] = [
  [
    'lets the publisher approve',
    ({ sent, answer }) =>
      sent.includes('"approve"') && isRefusal(answer.status) ? { status: 200, body: done('1') } : {},
    /^11 aprobación: aprobar con el token que publicó respondió 200/,
  ],
  [
    'goes to a release that waits',
    (exchange) => (goesTo('.1')(exchange) ? { status: 200, body: done('1') } : {}),
    /^11 aprobación: poner en vivo lo que espera respondió 200/,
  ],
  [
    'shows a release that waits',
    ({ path, method }) =>
      path === '/releases' && method === 'GET'
        ? { body: JSON.stringify({ remote: 'mf_auth', live: shownOnce() }) }
        : {},
    /^11 aprobación: una versión que espera: cambió/,
  ],
  [
    'does not say what waits',
    ({ answer }) => (answer.status === 202 ? { body: '{}' } : {}),
    /^8 publicar: .*202 sin nombrar/,
  ],
]

let shows = 0
const shownOnce = () => {
  shows += 1
  return shows === 1 ? null : { active: '0.0.0-x', fallback: null }
}

for (const [name, change, expected] of approving)
  test(`a site where another person approves does not conform if it ${name}`, async () => {
    const [first = ''] = await atFlawed(change, { parts: [checkSwitches] }, { releaseApproval: true })
    assert.match(first, expected)
  })

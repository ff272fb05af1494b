/** @jest-environment node */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openStandInBucket, type StandInBucket } from 'shared/server/testing'
import { createPublisher, findPublisher, listPublishers, revokePublisher } from '../publishing/publisher-tokens.ts'
import { activateRelease } from '../registry/activate-release.ts'
import { pruneReleases } from '../registry/prune-releases.ts'
import { publishReleases } from '../registry/publish-release.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { switchRelease } from '../registry/switch-release.ts'
import { writeBuild } from '../registry/test/write-build.ts'
import { refreshRegistry, updateRegistry } from '../registry/update-registry.ts'
import { createReleaseHealthRule } from '../release-health/create-health-rule.ts'
import { readHealth } from '../release-health/health-file.ts'
import { sumCounts } from '../release-health/tally.ts'
import { keepPdfjs, keepShell } from '../shells/kept-shells.ts'
import { createTestSite } from '../test/create-test-site.ts'
import { openReleaseStore } from './open-release-store.ts'

const broken = () => undefined

const NOW = new Date('2026-11-23T12:00:00Z')
const REGISTRY = 'firmas/site/registry.json'

let folder: string
let bucket: StandInBucket
let stores: ReleaseStore[]
let sites: FastifyInstance[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-shared-'))
  bucket = await openStandInBucket()
  stores = []
  sites = []
})
afterEach(async () => {
  bucket.away = false
  for (const site of sites) await site.close()
  for (const { shared } of stores) shared?.close()
  bucket.close()
  rmSync(folder, { recursive: true })
})

const machine = async (name: string): Promise<ReleaseStore> => {
  const store = await openReleaseStore(join(folder, name), bucket.place)
  stores.push(store)
  return store
}
const build = (release: string, name: 'mf_auth' | 'mf_signing' = 'mf_auth') =>
  writeBuild(join(folder, 'builds', release), name, release)
const ship = async (store: ReleaseStore, release: string, canary?: number) =>
  switchRelease({ ...store, name: 'mf_auth', broken }, { kind: 'build', root: await build(release), canary }, NOW)
const auth = async ({ dataDir }: ReleaseStore) => (await readStoredRegistry(dataDir))?.remotes.mf_auth
const script = ({ dataDir }: ReleaseStore, release: string) =>
  readFileSync(join(dataDir, 'releases/mf_auth', release, 'app.js'), 'utf8')
const keyOfScript = (release: string) =>
  `firmas/site/files/${createHash('sha256').update(`script of ${release}`).digest('hex')}`
const openSite = async (store: ReleaseStore): Promise<FastifyInstance> => {
  for (const part of ['shell', 'pdfjs']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'shell/index.html'), '<meta name="trazo-api-host" content=""><div id="root"></div>')
  const site = createTestSite(folder, { ...store, pollMs: 20 })
  sites.push(site)
  await site.ready()
  return site
}
const problemOf = (work: Promise<unknown>) => work.catch(({ problem }: { problem: string }) => problem)

test('two machines with separate disks share one registry and its releases', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  await ship(a, '1')
  await ship(a, '2', 5)
  await refreshRegistry(b)
  expect(await auth(b)).toEqual(await auth(a))
  expect(await auth(b)).toMatchObject({ active: '1', canary: { release: '2' } })
  expect(script(b, '2')).toBe('script of 2')
  await ship(b, '3')
  await refreshRegistry(a)
  expect(await auth(a)).toMatchObject({ active: '3', fallback: '1' })
  expect(script(a, '3')).toBe('script of 3')
})

test('a new machine ignores the builds of its checkout and can roll back to a release it never stored', async () => {
  await ship(await machine('a'), '1')
  await ship(await machine('a'), '2')
  await ship(await machine('a'), '3')
  const fresh = await machine('b')
  await publishReleases(fresh, [{ name: 'mf_auth', root: await build('9') }], NOW)
  expect(await auth(fresh)).toMatchObject({ active: '3', fallback: '2' })
  expect(existsSync(join(fresh.dataDir, 'releases/mf_auth/1'))).toBe(false)
  await switchRelease({ ...fresh, name: 'mf_auth', broken }, { kind: 'to', release: '1' }, NOW)
  expect([(await auth(fresh))?.active, script(fresh, '1')]).toEqual(['1', 'script of 1'])
})

test('a site with local releases copies them to the shared storage for other machines', async () => {
  const dataDir = join(folder, 'a')
  await ship({ dataDir }, '1')
  await publishReleases(await machine('a'), [], NOW)
  const other = await machine('b')
  await refreshRegistry(other)
  expect([(await auth(other))?.active, script(other, '1')]).toEqual(['1', 'script of 1'])
})

test('when two publishers change the registry concurrently, one succeeds and the other gets `busy`', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  await ship(a, '1')
  await refreshRegistry(b)
  const release = (await auth(a))?.releases['1']
  if (!release) throw new Error('it is live')
  const slow = updateRegistry(a, NOW, async (registry) => {
    await ship(b, '2')
    return activateRelease(registry, {
      name: 'mf_auth',
      id: '3',
      release: { ...release, manifest: 'http://localhost/a/m' },
    })
  })
  expect(await problemOf(slow)).toBe('busy')
  await refreshRegistry(a)
  expect((await auth(a))?.active).toBe('2')
})

test('publishing is refused when the storage ignores conditional writes', async () => {
  bucket.ignoresConditions = true
  expect(await problemOf(ship(await machine('a'), '1'))).toBe('refused')
  expect(bucket.objects.has(REGISTRY)).toBe(false)
})

test.each([
  ['torn', (text: string) => text.slice(0, 60)],
  ['of rules that pages refuse', (text: string) => text.replace('"active": "1"', '"active": "9"')],
])(
  'when the stored registry is %s, a machine keeps its last good copy and the next release repairs the registry',
  async (_name, damage) => {
    const [a, b] = [await machine('a'), await machine('b')]
    await ship(a, '1')
    await refreshRegistry(b)
    bucket.objects.set(REGISTRY, Buffer.from(damage(String(bucket.objects.get(REGISTRY)))))
    const refreshed = await refreshRegistry(b)
    expect(refreshed).toMatchObject({ damage: [{ problem: 'damaged' }] })
    expect((await auth(b))?.active).toBe('1')
    expect(await problemOf(refreshRegistry(await machine('fresh')))).toBe('damaged')
    await ship(b, '2')
    expect(JSON.parse(String(bucket.objects.get(REGISTRY))).remotes.mf_auth).toMatchObject({
      active: '2',
      fallback: '1',
    })
  },
)

test.each([
  ['other bytes', (key: string) => bucket.objects.set(key, Buffer.from('alert(1)'))],
  ['no bytes', (key: string) => bucket.objects.delete(key)],
])(
  'a release whose file has %s does not go live on another machine; other remotes still update',
  async (_name, damage) => {
    const [a, b] = [await machine('a'), await machine('b')]
    await ship(a, '1')
    await refreshRegistry(b)
    await ship(a, '2')
    damage(keyOfScript('2'))
    await switchRelease(
      { ...a, name: 'mf_signing', broken },
      { kind: 'build', root: await build('7', 'mf_signing') },
      NOW,
    )
    expect(await refreshRegistry(b)).toMatchObject({ damage: [{ problem: 'damaged' }] })
    const { remotes } = (await readStoredRegistry(b.dataDir)) ?? {}
    expect([remotes?.mf_auth?.active, remotes?.mf_signing?.active]).toEqual(['1', '7'])
    expect(existsSync(join(b.dataDir, 'releases/mf_auth/2'))).toBe(false)
  },
)

test('a machine refuses a release whose index replaces a file with other contents', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  await ship(a, '1')
  const key = 'firmas/site/folders/mf_auth/1.json'
  const index = JSON.parse(String(bucket.objects.get(key)))
  const evil = Buffer.from('alert(1)')
  index.files['app.js'] = createHash('sha256').update(evil).digest('hex')
  bucket.objects.set(`firmas/site/files/${index.files['app.js']}`, evil)
  bucket.objects.set(key, Buffer.from(JSON.stringify(index)))
  expect(await refreshRegistry(b)).toMatchObject({ damage: [{ problem: 'damaged' }] })
  expect(await auth(b)).toBeUndefined()
})

test.each(['../../../keys/root.json', '/etc/x.json', 'a/../../b.js', 'page.html', '..\\x.js'])(
  'a machine writes nothing when a release index names %s',
  async (file) => {
    const [a, b] = [await machine('a'), await machine('b')]
    await ship(a, '1')
    const key = 'firmas/site/folders/mf_auth/1.json'
    const { files } = JSON.parse(String(bucket.objects.get(key)))
    bucket.objects.set(key, Buffer.from(JSON.stringify({ files: { ...files, [file]: files['app.js'] } })))
    expect(await refreshRegistry(b)).toMatchObject({ damage: [{ problem: 'damaged' }] })
    expect(existsSync(join(b.dataDir, 'releases/mf_auth'))).toBe(false)
    expect(existsSync(join(folder, 'keys'))).toBe(false)
  },
)

test.each(['../x/1', 'mf_auth/..', 'mf_auth/../1', 'mf_auth', 'mf_auth/1/2', '/mf_auth/1'])(
  'the shared store refuses to pull the invalid path %s',
  async (path) => {
    const { shared } = await machine('a')
    await expect(shared?.pull(path, async () => undefined)).rejects.toMatchObject({ problem: 'unknown' })
  },
)

test('a publisher cannot publish other contents under an existing release name', async () => {
  await ship(await machine('a'), '1')
  const other = await machine('b')
  const root = await writeBuild(join(folder, 'others'), 'mf_auth', '1', { mounts: [] })
  expect(await problemOf(switchRelease({ ...other, name: 'mf_auth', broken }, { kind: 'build', root }, NOW))).toBe(
    'refused',
  )
})

test('when the storage is unavailable, the site serves its cache, warns in /readyz, and recovers afterwards', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  await ship(a, '1')
  await refreshRegistry(b)
  bucket.away = true
  await publishReleases(b, [{ name: 'mf_auth', root: await build('9') }], NOW)
  const site = await openSite(b)
  const ready = async () => (await site.inject('/readyz')).json<{ checks: { registry: string }; warnings: string[] }>()
  const until = async (count: number) => {
    while ((await ready()).warnings.length !== count) await new Promise(setImmediate)
  }
  await until(1)
  expect(await ready()).toMatchObject({
    checks: { registry: 'ok' },
    warnings: [expect.stringContaining('no responde')],
  })
  expect((await site.inject('/registry.json')).json().remotes.mf_auth).toMatchObject({ active: '1' })
  expect((await site.inject('/r/mf_auth/1/app.js')).body).toBe('script of 1')
  expect(await problemOf(ship(b, '2'))).toBe('away')
  bucket.away = false
  await until(0)
  await ship(a, '3')
  while ((await auth(b))?.active !== '3') await new Promise(setImmediate)
  expect((await site.inject('/r/mf_auth/3/app.js')).body).toBe('script of 3')
})

test('a machine with an empty cache is not ready while the storage is unavailable', async () => {
  bucket.away = true
  const fresh = await machine('a')
  const site = await openSite(fresh)
  expect((await site.inject('/readyz')).json()).toMatchObject({ checks: { registry: 'failed' } })
  expect(await problemOf(publishReleases(fresh, [{ name: 'mf_auth', root: await build('9') }], NOW))).toBe('away')
})

test('any machine serves dropped releases, other shells and other pdf.js versions to open tabs', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  for (const release of ['1', '2', '3']) await ship(a, release)
  mkdirSync(join(folder, 'dist/old/assets'), { recursive: true })
  writeFileSync(join(folder, 'dist/old/assets/part.0123456789ab.js'), 'part')
  await keepShell(a, join(folder, 'dist/old'), NOW)
  mkdirSync(join(folder, 'dist/pdfjs/5'), { recursive: true })
  writeFileSync(join(folder, 'dist/pdfjs/5/pdf.mjs'), 'pdf')
  await keepPdfjs(a, join(folder, 'dist/pdfjs'))
  const site = await openSite(b)
  const bodies = await Promise.all(
    ['/r/mf_auth/1/app.js', '/assets/part.0123456789ab.js', '/pdfjs/5/pdf.mjs'].map((url) => site.inject(url)),
  )
  expect(bodies.map(({ body }) => body)).toEqual(['script of 1', 'part', 'pdf'])
  expect((await site.inject('/r/mf_auth/99/app.js')).statusCode).toBe(404)
})

test('a publisher token that one machine creates or revokes is valid or invalid on every machine', async () => {
  const [a, b] = [await machine('a'), await machine('b')]
  const tokens = await Promise.all(
    [a, b, a, b].map((store, index) => createPublisher(store, 'mf_auth', `${index}`, NOW)),
  )
  const [first] = tokens
  const found = () => findPublisher(a, `Bearer ${first}`)
  expect(await listPublishers(a)).toHaveLength(4)
  await revokePublisher(b, (await found())?.id ?? '', NOW)
  expect(await found()).toBeUndefined()
  bucket.away = true
  expect(
    (await (await openSite(a)).inject({ url: '/releases', headers: { authorization: `Bearer ${first}` } })).statusCode,
  ).toBe(503)
})

test('reports that arrive while the storage is unavailable are counted later', async () => {
  const store = await machine('a')
  await ship(store, '1')
  const registry = await readStoredRegistry(store.dataDir)
  if (!registry) throw new Error('it is live')
  const rule = { factor: 1.5, minLoads: 200, distrustedGroups: 0 }
  const judge = createReleaseHealthRule({ ...store, rule, log: { warn: jest.fn(), error: jest.fn() } })
  const event = { remote: 'mf_auth', release: '1', outcome: 'loaded', ms: 1, error: null } as const
  for (const isAway of [true, false]) {
    bucket.away = isAway
    judge.note([{ event, counts: { loads: 1 } }], '10.0.0.1', registry)
    await judge.settle()
  }
  expect(sumCounts((await readHealth(store.dataDir))['mf_auth/1'] ?? {})).toMatchObject({ loads: 2 })
})

test('pruning deletes the files of an unused release and keeps the live release and its fallback', async () => {
  const a = await machine('a')
  for (const release of ['1', '2', '3']) await ship(a, release)
  const before = bucket.objects.size
  expect(await pruneReleases(a, new Date('2027-11-23T12:00:00Z'))).toEqual(['mf_auth/1'])
  expect(bucket.objects.has(keyOfScript('1'))).toBe(false)
  expect(bucket.objects.size).toBeLessThan(before)
  const other = await machine('b')
  await refreshRegistry(other)
  expect([script(other, '3'), script(other, '2')]).toEqual(['script of 3', 'script of 2'])
})

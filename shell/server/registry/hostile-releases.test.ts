/** @jest-environment node */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { integrityOf, writeIntegrityRecord } from 'shared/build/integrity'
import { FILE_BYTES } from './check-release.ts'
import { keepBuild } from './kept-releases.ts'
import { loadRegistry, readStoredRegistry, registryFile } from './registry-file.ts'
import { type ReleaseChange, switchRelease } from './switch-release.ts'
import { writeBuild, writeFiles } from './test/write-build.ts'

const broken = () => undefined

const NOW = new Date('2026-11-23T12:00:00Z')
let folder: string
let dataDir: string
let secret: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-hostile-release-'))
  dataDir = join(folder, 'data')
  secret = join(folder, 'root.key')
  writeFileSync(secret, 'the authority’s key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = (wish: ReleaseChange) => switchRelease({ dataDir, name: 'mf_auth', broken }, wish, NOW)
const kept = (...path: string[]) => join(dataDir, 'releases/mf_auth', ...path)
const releaseOf = (root: string) => change({ kind: 'build', root })

/** Signed like a build: `files` of the record match. */
const sign = async (root: string): Promise<void> => {
  const file = join(root, 'dist/build.json')
  for (const made of ['integrity.json', 'app.js.gz']) rmSync(join(root, 'dist/2', made), { force: true })
  const files = await writeIntegrityRecord(join(root, 'dist/2'))
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), files }))
}

test.each<[string, (output: string) => void, RegExp]>([
  [
    'a link named release.json',
    (output) => symlinkSync(secret, join(output, 'release.json')),
    /release\.json es un enlace/,
  ],
  [
    'a file named release.json',
    (output) => writeFileSync(join(output, 'release.json'), '{}'),
    /release\.json lo escribe/,
  ],
  ['a link to a file', (output) => symlinkSync(secret, join(output, 'key.json')), /key\.json es un enlace/],
  ['a link to a folder', (output) => symlinkSync(folder, join(output, 'fonts')), /fonts es un enlace/],
  ['a link to nothing', (output) => symlinkSync('/nowhere', join(output, 'x.js')), /x\.js es un enlace/],
  [
    'a pipe in a folder',
    (output) => {
      mkdirSync(join(output, 'inner'))
      execFileSync('mkfifo', [join(output, 'inner/a.js')])
    },
    /inner\/a\.js es un enlace o un archivo especial/,
  ],
  [
    'a page',
    (output) => writeFileSync(join(output, 'page.html'), '<script>alert(1)</script>'),
    /page\.html es de un tipo/,
  ],
  ['a compressed page', (output) => writeFileSync(join(output, 'page.html.gz'), ''), /page\.html\.gz es de un tipo/],
  ['a file without a type', (output) => writeFileSync(join(output, 'README'), ''), /README es de un tipo/],
])('a build with %s is refused, and nothing is written', async (_, add, message) => {
  await releaseOf(await writeBuild(folder, 'mf_auth', '1'))
  const before = readFileSync(registryFile(dataDir), 'utf8')
  const root = await writeBuild(folder, 'mf_auth', '2')
  add(join(root, 'dist/2'))
  await expect(releaseOf(root)).rejects.toMatchObject({ problem: 'refused', message: expect.stringMatching(message) })
  expect(readFileSync(secret, 'utf8')).toBe('the authority’s key')
  expect(readFileSync(registryFile(dataDir), 'utf8')).toBe(before)
  expect(readdirSync(kept())).toEqual(['1'])
})

test('a page is refused even if the build’s own hashes list it', async () => {
  const root = await writeBuild(folder, 'mf_auth', '2')
  writeFileSync(join(root, 'dist/2/page.html'), '<script>alert(1)</script>')
  await sign(root)
  await expect(releaseOf(root)).rejects.toThrow(/page\.html es de un tipo que una versión no puede llevar/)
})

test('a build folder that is a link is refused', async () => {
  const root = await writeBuild(folder, 'mf_auth', '2')
  renameSync(join(root, 'dist/2'), join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), join(root, 'dist/2'))
  await expect(releaseOf(root)).rejects.toThrow(/dist\/2 no es una carpeta, o se llega a ella por un enlace/)
})

test('a build record that is a link or a pipe counts as missing', async () => {
  const root = await writeBuild(folder, 'mf_auth', '2')
  const record = join(root, 'dist/build.json')
  renameSync(record, join(folder, 'build.json'))
  symlinkSync(join(folder, 'build.json'), record)
  await expect(keepBuild({ dataDir }, root, NOW)).rejects.toMatchObject({ problem: 'not-built' })
  rmSync(record)
  execFileSync('mkfifo', [record])
  await expect(keepBuild({ dataDir }, root, NOW)).rejects.toMatchObject({ problem: 'not-built' })
})

test.each<[string, () => void]>([
  [
    'a file that became a link to the same content',
    () => {
      renameSync(kept('1/app.js'), join(folder, 'app.js'))
      symlinkSync(join(folder, 'app.js'), kept('1/app.js'))
    },
  ],
  [
    'a folder that became a link',
    () => {
      renameSync(kept('1'), join(folder, 'elsewhere'))
      symlinkSync(join(folder, 'elsewhere'), kept('1'))
    },
  ],
])('a kept release with %s does not go live', async (_, damage) => {
  await releaseOf(await writeBuild(folder, 'mf_auth', '1'))
  await releaseOf(await writeBuild(folder, 'mf_auth', '2'))
  damage()
  await expect(change({ kind: 'to', release: '1' })).rejects.toMatchObject({ problem: 'damaged' })
  expect((await readStoredRegistry(dataDir))?.remotes.mf_auth?.active).toBe('2')
})

describe('a damaged registry', () => {
  const releases = () => join(dataDir, 'releases')
  const copy = () => join(releases(), 'registry.last-good.json')
  const twoReleases = async () => {
    await releaseOf(await writeBuild(folder, 'mf_auth', '1'))
    await releaseOf(await writeBuild(folder, 'mf_auth', '2'))
    return readFileSync(registryFile(dataDir), 'utf8')
  }

  test.each<[string, (good: string) => void]>([
    ['torn', (good) => writeFileSync(registryFile(dataDir), good.slice(0, good.length / 2))],
    ['empty', () => writeFileSync(registryFile(dataDir), '')],
    ['full of zeros', (good) => writeFileSync(registryFile(dataDir), Buffer.alloc(good.length))],
    [
      'without its live release',
      (good) => writeFileSync(registryFile(dataDir), good.replace('"active": "2"', '"active": "9"')),
    ],
    ['lost', () => rmSync(registryFile(dataDir))],
  ])(
    'when the registry is %s, the last good copy is used and the next release restores the registry',
    async (_, damage) => {
      damage(await twoReleases())
      const { registry, damage: found } = await loadRegistry(dataDir)
      expect(registry?.remotes.mf_auth).toMatchObject({ active: '2', fallback: '1' })
      expect(found).toMatchObject({ problem: 'damaged', message: expect.stringContaining(registryFile(dataDir)) })
      await releaseOf(await writeBuild(folder, 'mf_auth', '3'))
      expect(await loadRegistry(dataDir)).toEqual({ registry: await readStoredRegistry(dataDir) })
      expect((await readStoredRegistry(dataDir))?.remotes.mf_auth).toMatchObject({ active: '3', fallback: '2' })
      expect(readFileSync(copy(), 'utf8')).toBe(readFileSync(registryFile(dataDir), 'utf8'))
    },
  )

  test('the damaged registry file is kept for diagnosis', async () => {
    await twoReleases()
    writeFileSync(registryFile(dataDir), '{ half')
    await releaseOf(await writeBuild(folder, 'mf_auth', '3'))
    expect(readFileSync(join(releases(), 'registry.damaged.json'), 'utf8')).toBe('{ half')
  })

  test('the next change recreates a missing copy of the registry', async () => {
    const good = await twoReleases()
    rmSync(copy())
    await change({ kind: 'end-canary' })
    expect(readFileSync(copy(), 'utf8')).toBe(good)
  })

  test('loading fails when the registry and its copy are both damaged', async () => {
    await twoReleases()
    for (const file of [registryFile(dataDir), copy()]) writeFileSync(file, '{ half')
    await expect(loadRegistry(dataDir)).rejects.toMatchObject({ problem: 'damaged' })
    expect(existsSync(join(releases(), 'registry.damaged.json'))).toBe(false)
  })
})

test('a build is refused when a compressed copy unpacks beyond the largest file', async () => {
  const large = Buffer.alloc(FILE_BYTES + 1)
  const root = await writeFiles(folder, 'mf_auth', '2', { 'mf-manifest.json': '{}', 'large.json': large })
  writeFileSync(join(root, 'dist/2/large.json.gz'), gzipSync(large))
  await expect(releaseOf(root)).rejects.toThrow(/large\.json\.gz no es lo que se construyó/)
})

test('a build is refused when its list of file hashes is not valid JSON', async () => {
  const root = await writeBuild(folder, 'mf_auth', '2')
  const file = join(root, 'dist/build.json')
  writeFileSync(join(root, 'dist/2/integrity.json'), '{')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), files: integrityOf('{') }))
  await expect(releaseOf(root)).rejects.toThrow(/integrity\.json no es lo que se construyó/)
})

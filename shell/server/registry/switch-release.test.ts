/** @jest-environment node */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readBroken } from '../release-health/broken-releases.ts'
import { writeHealth } from '../release-health/health-file.ts'
import { publishReleases } from './publish-release.ts'
import { readStoredRegistry, registryFile, writeRegistry } from './registry-file.ts'
import { type ReleaseChange, switchRelease } from './switch-release.ts'
import { writeBuild } from './test/write-build.ts'

const broken = () => undefined

const NOW = new Date('2026-11-21T12:00:00Z')
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-switch-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = async (wish: ReleaseChange, now = NOW) =>
  switchRelease({ dataDir, name: 'mf_auth', broken: await readBroken(dataDir) }, wish, now)
const ship = async (release: string, canary?: number) =>
  change({ kind: 'build', root: await writeBuild(folder, 'mf_auth', release), canary })
const to = (release: string, now?: Date) => change({ kind: 'to', release }, now)
const auth = async () => (await readStoredRegistry(dataDir))?.remotes.mf_auth
const kept = (...path: string[]) => join(dataDir, 'releases/mf_auth', ...path)

test('a team releases, rolls back and rolls forward a remote', async () => {
  await ship('1')
  await ship('2')
  const withdrawn = [{ release: '2', at: NOW.toISOString(), why: 'rolled-back' }]
  expect(await to('previous')).toMatchObject({
    before: { active: '2' },
    after: { active: '1', fallback: null, withdrawn },
  })
  await expect(to('previous')).rejects.toMatchObject({ problem: 'unknown' })
  await to('2')
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  expect(await auth()).not.toHaveProperty('withdrawn')
})

test('a team activates a stored release that the registry no longer names', async () => {
  await ship('1')
  const first = (await auth())?.releases[1]
  await ship('2')
  await ship('3')
  expect(await auth()).not.toHaveProperty('releases.1')
  await to('1')
  expect(await auth()).toMatchObject({ active: '1', fallback: null, releases: { 1: first } })
})

test('a team starts a canary, raises its percentage, and promotes the canary', async () => {
  await ship('1')
  await ship('2', 5)
  expect(await auth()).toMatchObject({ active: '1', canary: { release: '2', percent: 5 } })
  await ship('2', 50)
  expect(await auth()).toMatchObject({ active: '1', canary: { release: '2', percent: 50 } })
  await ship('2')
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  expect(await auth()).not.toHaveProperty('canary')
})

test('a roll-back ends the canary', async () => {
  await ship('1')
  await ship('2')
  await ship('3', 5)
  await to('1')
  expect(await auth()).toMatchObject({ active: '1', fallback: null })
  expect(await auth()).not.toHaveProperty('canary')
})

test('a roll-back to `previous` during a canary ends the canary and keeps the live release', async () => {
  await ship('1')
  await ship('2')
  await ship('3', 5)
  await to('previous')
  expect(await auth()).toEqual(expect.objectContaining({ active: '2', fallback: '1' }))
  expect(await auth()).not.toHaveProperty('canary')
})

test('`previous` does not lead back to a release that most loads could not use: its name does', async () => {
  await ship('1')
  await ship('2')
  const bad = { loads: 10, errors: 10, crashes: 9, mounts: 1 }
  const groups = Array.from({ length: 32 }, (_, group) => [String(group), bad])
  await writeHealth(dataDir, { 'mf_auth/1': Object.fromEntries(groups) })
  await expect(change({ kind: 'to', release: 'previous' })).rejects.toThrow(
    'mf_auth 1, la versión anterior, falló en 288 de 320 cargas. Si aun así la quieres en vivo, nómbrala: --to 1',
  )
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  await change({ kind: 'to', release: '1' })
  expect(await auth()).toMatchObject({ active: '1', fallback: null })
})

test('a live release that most loads could not use does not become the next one’s fallback', async () => {
  await ship('1')
  await ship('2')
  const bad = { loads: 10, errors: 10, crashes: 10, mounts: 0 }
  const groups = Array.from({ length: 32 }, (_, group) => [String(group), bad])
  await writeHealth(dataDir, { 'mf_auth/2': Object.fromEntries(groups) })
  await ship('3')
  expect(await auth()).toMatchObject({ active: '3', fallback: '1' })
})

test('`vet` can refuse a release before it goes live', async () => {
  await ship('1')
  await ship('2')
  const vet = jest.fn((found: string) => {
    throw new Error(`not ${found}`)
  })
  const back = switchRelease({ dataDir, name: 'mf_auth', vet, broken }, { kind: 'to', release: 'previous' }, NOW)
  await expect(back).rejects.toThrow(`not ${kept('1')}`)
  expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
})

test.each([
  ['a missing release', 'no-such', 'unknown'],
  ['a path outside the folder', '..', 'unknown'],
  ['another remote’s folder', '../mf_auth/1', 'unknown'],
  ['the release before the first', 'previous', 'unknown'],
])('a switch to %s is refused, and the registry does not change', async (_name, wanted, problem) => {
  await ship('1')
  const before = readFileSync(registryFile(dataDir), 'utf8')
  await expect(to(wanted)).rejects.toMatchObject({ problem, message: expect.stringContaining('pnpm releases') })
  expect(readFileSync(registryFile(dataDir), 'utf8')).toBe(before)
})

test.each<[string, () => void, string]>([
  ['a changed script', () => writeFileSync(kept('1/app.js'), 'alert(1)'), 'app.js'],
  ['a changed compressed copy', () => writeFileSync(kept('1/app.js.gz'), gzipSync('alert(1)')), 'app.js.gz'],
  ['an invalid compressed copy', () => writeFileSync(kept('1/app.js.gz'), 'alert(1)'), 'app.js.gz'],
  ['a missing script', () => rmSync(kept('1/app.js')), 'app.js'],
  ['an additional file', () => writeFileSync(kept('1/more.js'), 'alert(1)'), 'more.js'],
  ['a changed manifest', () => writeFileSync(kept('1/mf-manifest.json'), '{}'), 'mf-manifest.json'],
  ['changed hashes', () => writeFileSync(kept('1/integrity.json'), '{}'), 'integrity.json'],
])('%s keeps a release from going live', async (_name, damage, file) => {
  await ship('1')
  await ship('2')
  damage()
  await expect(to('1')).rejects.toMatchObject({ problem: 'damaged', message: expect.stringContaining(kept('1', file)) })
  expect(await auth()).toMatchObject({ active: '2' })
})

test('a release without file hashes is checked by the hash of its manifest', async () => {
  const { remotes } = await publishReleases(
    { dataDir },
    [{ name: 'mf_auth', root: await writeBuild(folder, 'mf_auth', '1') }],
    NOW,
  )
  for (const file of ['integrity.json', 'release.json']) rmSync(kept('1', file))
  const { files: _, ...old } = remotes.mf_auth?.releases[1] ?? { manifest: '', integrity: '', shared: '' }
  await writeRegistry(dataDir, {
    version: 1,
    remotes: { mf_auth: { active: '1', fallback: null, releases: { 1: old } } },
  })
  await ship('2')
  await to('previous')
  expect(await auth()).toMatchObject({ active: '1' })
  writeFileSync(kept('1/mf-manifest.json'), '{}')
  await to('2')
  await expect(to('1')).rejects.toMatchObject({ problem: 'damaged' })
})

test('the first release and the live release cannot start as a canary', async () => {
  await expect(ship('1', 5)).rejects.toThrow(/todavía no hay ninguna versión en vivo/)
  await ship('1')
  await expect(ship('1', 5)).rejects.toThrow(/1 ya está en vivo/)
})

test('the build of another remote is refused', async () => {
  const root = await writeBuild(folder, 'mf_signing', '1')
  await expect(change({ kind: 'build', root })).rejects.toThrow(
    /está construido mf_signing, no mf_auth\. No se publicó/,
  )
  expect(existsSync(join(dataDir, 'releases/mf_signing'))).toBe(false)
})

test('concurrent releases are all kept', async () => {
  await ship('1')
  const roots = await Promise.all([
    writeBuild(join(folder, 'a'), 'mf_auth', '2'),
    writeBuild(join(folder, 'b'), 'mf_auth', '3'),
  ])
  const signing = await writeBuild(folder, 'mf_signing', '1')
  await Promise.all([
    ...roots.map((root) => change({ kind: 'build', root })),
    switchRelease({ dataDir, name: 'mf_signing', broken }, { kind: 'build', root: signing }, NOW),
  ])
  const registry = await readStoredRegistry(dataDir)
  expect([registry?.remotes.mf_auth?.active, registry?.remotes.mf_auth?.fallback].sort()).toEqual(['2', '3'])
  expect(registry?.remotes.mf_signing?.active).toBe('1')
})

test('the folder of a release gets the current date when the release leaves the registry', async () => {
  await ship('1')
  await ship('2')
  const later = new Date('2026-12-24T12:00:00Z')
  await writeBuild(folder, 'mf_auth', '3')
  await change({ kind: 'build', root: join(folder, 'mf_auth') }, later)
  expect(statSync(kept('1')).mtime).toEqual(later)
  expect(statSync(kept('2')).mtime).not.toEqual(later)
})

test('each release of a build calls `vet` once', async () => {
  const vet = jest.fn()
  const root = await writeBuild(folder, 'mf_auth', '1')
  const release = () => switchRelease({ dataDir, name: 'mf_auth', vet, broken }, { kind: 'build', root }, NOW)
  await release()
  expect(vet).toHaveBeenCalledTimes(1)
  await release()
  expect(vet).toHaveBeenCalledTimes(2)
})

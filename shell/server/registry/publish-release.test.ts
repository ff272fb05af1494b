/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { remoteNames } from 'shared/contract'
import * as v from 'valibot'
import { keepBuild } from './kept-releases.ts'
import { type PublishedFiles, publishReleases, remotesOf } from './publish-release.ts'
import { readRegistry, readStoredRegistry, registryFile } from './registry-file.ts'
import { switchRelease } from './switch-release.ts'
import { writeBuild } from './test/write-build.ts'

const broken = () => undefined

const NOW = new Date('2026-11-21T12:00:00Z')
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-publish-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const build = (name: 'mf_auth' | 'mf_signing', release: string) => writeBuild(folder, name, release)
const checkout = (root: string) => ({ name: v.parse(v.picklist(remoteNames), basename(root)), root })
const publish = (publishing: PublishedFiles, ...roots: string[]) =>
  publishReleases({ dataDir }, roots.map(checkout), NOW, publishing)
const start = (...roots: string[]) => publish('missing', ...roots)
const auth = async () => (await readStoredRegistry(dataDir))?.remotes.mf_auth

test('a published release gets a separate folder and becomes active', async () => {
  await start(await build('mf_auth', '1.0.0-a'), await build('mf_signing', '1.0.0-b'))
  expect(readFileSync(join(dataDir, 'releases/mf_auth/1.0.0-a/mf-manifest.json'), 'utf8')).toBe('manifest of 1.0.0-a')
  expect((await readStoredRegistry(dataDir))?.remotes).toEqual({
    mf_auth: {
      active: '1.0.0-a',
      fallback: null,
      cleared: [{ release: '1.0.0-a', files: expect.stringMatching(/^sha384-/) }],
      liveSince: NOW.toISOString(),
      releases: {
        '1.0.0-a': {
          manifest: '/r/mf_auth/1.0.0-a/mf-manifest.json',
          integrity: expect.stringMatching(/^sha384-/),
          files: expect.stringMatching(/^sha384-/),
          shared: '^1.0.0',
        },
      },
    },
    mf_signing: expect.objectContaining({ active: '1.0.0-b' }),
  })
})

test('pages get the registry without the properties that only the server uses', async () => {
  await start(await build('mf_auth', '1'))
  const hash = expect.stringMatching(/^sha384-/)
  expect(await readRegistry(dataDir)).toEqual({
    version: 1,
    remotes: {
      mf_auth: {
        active: '1',
        fallback: null,
        releases: { 1: { manifest: '/r/mf_auth/1/mf-manifest.json', integrity: hash, shared: '^1.0.0' } },
      },
    },
  })
})

test('a published folder never changes, even if the same release is built again', async () => {
  const root = await build('mf_auth', '1')
  await start(root)
  writeFileSync(join(root, 'dist/1/mf-manifest.json'), 'other bytes')
  await start(root)
  expect(readFileSync(join(dataDir, 'releases/mf_auth/1/mf-manifest.json'), 'utf8')).toBe('manifest of 1')
})

test('when the build of one remote is missing, nothing is switched and no partial copy remains', async () => {
  const empty = join(folder, 'mf_documents')
  await expect(start(await build('mf_auth', '1'), empty)).rejects.toMatchObject({ problem: 'not-built' })
  expect(await readRegistry(dataDir)).toBeUndefined()
  expect(
    readdirSync(join(dataDir, 'releases'), { recursive: true }).filter((name) => /unfinished/.test(`${name}`)),
  ).toEqual([])
})

test('a build is refused when a file changed after the build', async () => {
  const root = await build('mf_auth', '1')
  writeFileSync(join(root, 'dist/1/app.js'), 'other bytes')
  await expect(start(root)).rejects.toThrow(/app\.js no es lo que se construyó/)
  expect(await readRegistry(dataDir)).toBeUndefined()
})

test('an unreadable registry is not overwritten', async () => {
  mkdirSync(join(dataDir, 'releases'), { recursive: true })
  writeFileSync(registryFile(dataDir), '{ "version": 2 }')
  await expect(start(await build('mf_auth', '1'))).rejects.toThrow()
  expect(readFileSync(registryFile(dataDir), 'utf8')).toBe('{ "version": 2 }')
})

describe('a restart of the site', () => {
  test('a restart keeps the release of `pnpm release` live although the checkout has another build', async () => {
    await start(await build('mf_auth', '1'))
    const checkoutRoot = join(folder, 'mf_auth')
    const root = await writeBuild(join(folder, 'v2'), 'mf_auth', '2')
    await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'build', root }, NOW)
    await start(checkoutRoot)
    expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  })

  test('a restart keeps the live release after a new build, until publishing is requested', async () => {
    await start(await build('mf_auth', '1'))
    const root = await build('mf_auth', '2')
    await start(root)
    expect(await auth()).toMatchObject({ active: '1', fallback: null })
    await publish('all', root)
    expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
    await start(root)
    expect(await auth()).toMatchObject({ active: '2', fallback: '1' })
  })

  test('a restart keeps a roll-back and the list of withdrawn releases', async () => {
    await start(await build('mf_auth', '1'))
    const root = await build('mf_auth', '2')
    await publish('all', root)
    await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'to', release: 'previous' }, NOW)
    await start(root)
    expect(await auth()).toMatchObject({ active: '1', fallback: null, withdrawn: [{ release: '2' }] })
  })

  test('a restart keeps a canary, also when the checkout has a newer build', async () => {
    await start(await build('mf_auth', '1'))
    const root = await build('mf_auth', '2')
    await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'build', root, canary: 5 }, NOW)
    await start(root)
    await start(await build('mf_auth', '3'))
    expect(await auth()).toMatchObject({ active: '1', canary: { release: '2', percent: 5 } })
    await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'end-canary' }, NOW)
    await start(root)
    expect(await auth()).toMatchObject({ active: '1', fallback: null })
    expect(await auth()).not.toHaveProperty('canary')
  })

  test('a restart publishes only a remote that has no live release', async () => {
    await start(await build('mf_auth', '1'))
    await start(await build('mf_auth', '2'), await build('mf_signing', '1'))
    expect((await readStoredRegistry(dataDir))?.remotes).toMatchObject({
      mf_auth: { active: '1' },
      mf_signing: { active: '1' },
    })
  })

  test('a restart needs no build of a remote that is live', async () => {
    await start(await build('mf_auth', '1'))
    rmSync(join(folder, 'mf_auth/dist'), { recursive: true })
    await start(join(folder, 'mf_auth'))
    expect(await auth()).toMatchObject({ active: '1' })
  })

  test('concurrent restarts of several processes publish each build once', async () => {
    const roots = [await build('mf_auth', '1'), await build('mf_signing', '1')]
    await Promise.all([start(...roots), start(...roots), start(...roots)])
    const registry = await readStoredRegistry(dataDir)
    for (const name of ['mf_auth', 'mf_signing'] as const)
      expect(registry?.remotes[name]).toMatchObject({ active: '1', fallback: null })
  })

  test('a restart restores a deleted release folder', async () => {
    const root = await build('mf_auth', '1')
    await start(root)
    rmSync(join(dataDir, 'releases/mf_auth/1'), { recursive: true })
    await start(root)
    expect(readFileSync(join(dataDir, 'releases/mf_auth/1/app.js'), 'utf8')).toBe('script of 1')
  })
})

test('the folders of a checkout are named after their remotes', () => {
  expect(remotesOf('/trazo')).toContainEqual({ name: 'mf_documents', root: '/trazo/mf-documents' })
})

test('names that a process may have left unstored when it died are stored before the release goes live', async () => {
  const id = '1'
  const { root } = checkout(await build('mf_auth', id))
  await keepBuild({ dataDir }, root, NOW)
  const handle = await open(folder)
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const synced: number[] = []
  const syncs = jest.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).ino)
  })
  try {
    await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'to', release: id }, NOW)
  } finally {
    syncs.mockRestore()
  }
  const folders = ['releases/mf_auth', 'releases', '.'].map((name) => statSync(join(dataDir, name)).ino)
  expect(synced.slice(0, 3)).toEqual(folders)
  expect((await auth())?.active).toBe(id)
})

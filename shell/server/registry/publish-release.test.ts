/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotBuiltError, publishReleases } from './publish-release.ts'
import { readRegistry, registryFile } from './registry-file.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-publish-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a front end's `build.ts` leaves behind. */
const build = (name: string, release: string): string => {
  const root = join(folder, name)
  mkdirSync(join(root, 'dist', release), { recursive: true })
  writeFileSync(join(root, 'dist', release, 'mf-manifest.json'), `manifest of ${release}`)
  writeFileSync(
    join(root, 'dist/build.json'),
    JSON.stringify({ name, release, shared: '^1.0.0', integrity: 'sha384-AAAA' }),
  )
  return root
}

test('a published release is a folder of its own and the active one', async () => {
  await publishReleases(dataDir, [build('mf_auth', '1.0.0-a'), build('mf_signing', '1.0.0-b')])
  expect(readFileSync(join(dataDir, 'releases/mf_auth/1.0.0-a/mf-manifest.json'), 'utf8')).toBe('manifest of 1.0.0-a')
  expect((await readRegistry(dataDir))?.remotes).toEqual({
    mf_auth: {
      active: '1.0.0-a',
      fallback: null,
      releases: {
        '1.0.0-a': {
          manifest: '/r/mf_auth/1.0.0-a/mf-manifest.json',
          integrity: 'sha384-AAAA',
          shared: '^1.0.0',
        },
      },
    },
    mf_signing: expect.objectContaining({ active: '1.0.0-b' }),
  })
})

test('a published folder never changes, even if the same release is built anew', async () => {
  const root = build('mf_auth', '1')
  await publishReleases(dataDir, [root])
  writeFileSync(join(root, 'dist/1/mf-manifest.json'), 'other bytes')
  await publishReleases(dataDir, [root])
  expect(readFileSync(join(dataDir, 'releases/mf_auth/1/mf-manifest.json'), 'utf8')).toBe('manifest of 1')
})

test('one remote without a build: nothing is switched, nothing half-copied stays', async () => {
  const empty = join(folder, 'mf_documents')
  await expect(publishReleases(dataDir, [build('mf_auth', '1'), empty])).rejects.toThrow(NotBuiltError)
  expect(await readRegistry(dataDir)).toBeUndefined()
  expect(
    readdirSync(join(dataDir, 'releases'), { recursive: true }).filter((name) => /unfinished/.test(`${name}`)),
  ).toEqual([])
})

test('a registry that cannot be read is not overwritten', async () => {
  mkdirSync(join(dataDir, 'releases'), { recursive: true })
  writeFileSync(registryFile(dataDir), '{ "version": 2 }')
  await expect(publishReleases(dataDir, [build('mf_auth', '1')])).rejects.toThrow()
  expect(readFileSync(registryFile(dataDir), 'utf8')).toBe('{ "version": 2 }')
})

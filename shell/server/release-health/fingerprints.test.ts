/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { StoredRegistry } from '../registry/stored-registry.ts'
import { addFingerprints, FINGERPRINTS_MAX, fingerprintsOf, readFingerprints } from './fingerprints.ts'

const release = { manifest: '/m.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
const registry: StoredRegistry = {
  version: 1,
  remotes: { mf_auth: { active: '2', fallback: '1', releases: { 1: release, 2: release } } },
}
const nothing: StoredRegistry = { version: 1, remotes: {} }

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-fingerprints-'))
  for (const id of ['1', '2']) {
    mkdirSync(join(dataDir, 'releases/mf_auth', id), { recursive: true })
    writeFileSync(join(dataDir, 'releases/mf_auth', id, 'app.js'), '')
  }
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const errorAt = (...frames: string[]) => ({
  event: { remote: 'mf_auth', release: '2', kind: 'script', first: true, frames } as const,
  counts: {},
})
const add = (...events: readonly ReturnType<typeof errorAt>[]) =>
  addFingerprints(dataDir, fingerprintsOf(dataDir, events, registry), registry)
const known = async () => Object.values((await readFingerprints(dataDir))['mf_auth/2'] ?? {})

test('errors with the same topmost frames have one fingerprint, and each page counts', async () => {
  await add(errorAt('app.js:1:20', 'app.js:1:5'), errorAt('app.js:1:20', 'app.js:1:5'))
  await add(errorAt('app.js:1:20', 'app.js:1:5'), errorAt('app.js:1:21'))
  expect(await known()).toEqual([
    { count: 3, frames: ['app.js:1:20', 'app.js:1:5'] },
    { count: 1, frames: ['app.js:1:21'] },
  ])
})

test('frames in files that the release does not have, and errors of releases that do not run, are ignored', async () => {
  await add(errorAt('ana-mora.js:1:1'), errorAt('app.js:1:1', 'x.js:1:1'))
  const other = { ...errorAt('app.js:1:1'), event: { ...errorAt('app.js:1:1').event, release: '9' } } as const
  expect(fingerprintsOf(dataDir, [other], registry)).toEqual({})
  expect(await known()).toEqual([])
})

test('a release has a bounded number of fingerprints, and the most frequent ones stay', async () => {
  await add(errorAt('app.js:9:9'), errorAt('app.js:9:9'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9_999_999), { maxLength: 60 }), async (columns) => {
      await add(...columns.map((column) => errorAt(`app.js:1:${column}`)))
      const now = await known()
      expect(now.length).toBeLessThanOrEqual(FINGERPRINTS_MAX)
      expect(now).toContainEqual({ count: 2, frames: ['app.js:9:9'] })
    }),
    { numRuns: 20 },
  )
})

test('a release that the registry no longer names is forgotten', async () => {
  await add(errorAt('app.js:1:20'))
  await addFingerprints(dataDir, {}, nothing)
  expect(await readFingerprints(dataDir)).toEqual({})
})

/** @jest-environment node */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listKept } from './kept-releases.ts'
import { pruneReleases } from './prune-releases.ts'
import { registryFile } from './registry-file.ts'
import { switchRelease } from './switch-release.ts'
import { writeBuild } from './test/write-build.ts'

const broken = () => undefined

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12))
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-prune-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ship = async (release: string, now: Date) => {
  const root = await writeBuild(folder, 'mf_auth', release)
  await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'build', root }, now)
  // Copied files have real dates, unlike the tests.
  utimesSync(join(dataDir, 'releases/mf_auth', release), now, now)
}

test('pruning deletes a release 30 days after it left the registry', async () => {
  await ship('1', day(1))
  await ship('2', day(2))
  await ship('3', day(40))
  await ship('4', day(60))
  expect(await pruneReleases({ dataDir }, day(69))).toEqual([])
  expect(await pruneReleases({ dataDir }, day(70))).toEqual(['mf_auth/1'])
  expect(await pruneReleases({ dataDir }, day(200))).toEqual(['mf_auth/2'])
  expect(readdirSync(join(dataDir, 'releases/mf_auth')).sort()).toEqual(['3', '4'])
})

test('pruning keeps old releases that the registry names', async () => {
  await ship('1', day(1))
  await ship('2', day(2))
  const root = await writeBuild(folder, 'mf_auth', '3')
  await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'build', root, canary: 5 }, day(3))
  expect(await pruneReleases({ dataDir }, day(400))).toEqual([])
  expect((await listKept(dataDir, 'mf_auth')).map(({ id }) => id)).toEqual(['3', '2', '1'])
})

test('pruning deletes unfinished copies after a day', async () => {
  const left = join(dataDir, 'releases/mf_auth/1.4711.unfinished')
  mkdirSync(left, { recursive: true })
  utimesSync(left, day(1), day(1))
  await pruneReleases({ dataDir }, day(1))
  expect(existsSync(left)).toBe(true)
  await pruneReleases({ dataDir }, day(3))
  expect(existsSync(left)).toBe(false)
})

test('pruning deletes nothing if the registry is unreadable', async () => {
  await ship('1', day(1))
  writeFileSync(registryFile(dataDir), '{')
  await expect(pruneReleases({ dataDir }, day(400))).rejects.toMatchObject({ problem: 'damaged' })
  expect(existsSync(join(dataDir, 'releases/mf_auth/1'))).toBe(true)
})

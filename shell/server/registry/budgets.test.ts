/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import type { RemoteName } from 'shared/contract'
import { readLiveSite } from '../publishing/live-site.ts'
import { budgetOfRemote, setBudget } from './budgets.ts'
import { serveRegistry } from './follow-registry.ts'
import { readStoredRegistry } from './registry-file.ts'
import { MAX_BUDGETS } from './stored-registry.ts'
import { switchRelease } from './switch-release.ts'
import { writeBuild } from './test/write-build.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-budgets-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const state = (remote: RemoteName, routeBytes: number, totalBytes = 200_000, by = 'ana') =>
  setBudget({ dataDir }, { remote, routeBytes, totalBytes, at: NOW.toISOString(), by })

const stored = async () => {
  const registry = await readStoredRegistry(dataDir)
  if (!registry) throw new Error('no registry')
  return registry
}

test('the last budget of a remote is in force, and the registry says who set which, when', async () => {
  await state('mf_reports', 40_000)
  await state('mf_stock', 50_000)
  await state('mf_reports', 45_000, 210_000, 'berta')
  expect(budgetOfRemote(await stored(), 'mf_reports')).toMatchObject({ routeBytes: 45_000, totalBytes: 210_000 })
  expect(budgetOfRemote(await stored(), 'mf_other')).toBeUndefined()
  expect((await stored()).budgets?.map(({ remote, routeBytes, by }) => `${remote} ${routeBytes} ${by}`)).toEqual([
    'mf_reports 40000 ana',
    'mf_stock 50000 ana',
    'mf_reports 45000 berta',
  ])
})

test('a budget stays when a release goes live, and a build of the remote is weighed against it', async () => {
  await state('mf_reports', 40_000)
  const root = await writeBuild(folder, 'mf_auth', '1')
  await switchRelease({ dataDir, name: 'mf_auth', broken: () => undefined }, { kind: 'build', root }, NOW)
  const shell = { contract: { name: 'shell', release: '1', contract: 1, remotes: {}, shared: '1.0.0' } as never }
  expect(await readLiveSite(dataDir, shell, 'mf_reports')).toMatchObject({ budget: { routeBytes: 40_000 } })
  expect((await readLiveSite(dataDir, shell, 'mf_stock')).budget).toBeUndefined()
})

test('teams read the budgets of a site without the names of its administrators', async () => {
  await state('mf_reports', 40_000)
  const site = fastify()
  serveRegistry(site, dataDir)
  const answer = await site.inject('/registry.json')
  expect(answer.json()).toMatchObject({ budgets: { mf_reports: { routeBytes: 40_000, totalBytes: 200_000 } } })
  expect(answer.body).not.toContain('ana')
  await site.close()
})

test('a remote of the site keeps the budget of the sources', async () => {
  await expect(async () => state('mf_auth', 40_000)).rejects.toThrow('shared/build/checks/budgets.ts')
})

test('old changes are dropped before a budget in force', async () => {
  await state('mf_reports', 40_000)
  for (let change = 0; change < MAX_BUDGETS + 5; change += 1) await state('mf_stock', 30_000 + change)
  const { budgets } = await stored()
  expect(budgets).toHaveLength(MAX_BUDGETS)
  expect(budgets?.[0]).toMatchObject({ remote: 'mf_reports', routeBytes: 40_000 })
  expect(budgets?.at(-1)).toMatchObject({ routeBytes: 30_000 + MAX_BUDGETS + 4 })
})

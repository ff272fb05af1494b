/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgetInFolder, budgetOfSite } from './site-budget.ts'

const budget = { routeBytes: 40_000, totalBytes: 200_000 }

test('a site says the budget of a remote, and the default holds without an answer', async () => {
  const server = createServer((_request, response) => response.end(JSON.stringify({ budgets: { mf_reports: budget } })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await budgetOfSite(`http://127.0.0.1:${port}`, 'mf_reports')).toEqual(budget)
  expect(await budgetOfSite(`http://127.0.0.1:${port}`, 'mf_stock')).toBeUndefined()
  await new Promise((resolve) => server.close(resolve))
  expect(await budgetOfSite(`http://127.0.0.1:${port}`, 'mf_reports')).toBeUndefined()
})

test('the data folder of a site has the budgets, the last one in force, and may be new or damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-site-budget-'))
  expect(await budgetInFolder(folder, 'mf_reports')).toBeUndefined()
  mkdirSync(join(folder, 'releases'))
  const file = join(folder, 'releases/registry.json')
  const budgets = [30_000, 40_000].map((routeBytes) => ({ ...budget, routeBytes, remote: 'mf_reports' }))
  writeFileSync(file, JSON.stringify({ version: 1, remotes: {}, budgets }))
  expect(await budgetInFolder(folder, 'mf_reports')).toMatchObject(budget)
  expect(await budgetInFolder(folder, 'mf_stock')).toBeUndefined()
  writeFileSync(file, '{')
  expect(await budgetInFolder(folder, 'mf_reports')).toBeUndefined()
  rmSync(folder, { recursive: true })
})

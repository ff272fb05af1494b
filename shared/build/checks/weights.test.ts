/** @jest-environment node */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mounts } from '../../src/contract/site/paths.ts'
import { routeBudgets, type StatedBudget, totalBudget } from './budgets.ts'
import type { RemoteContract } from './contract.ts'
import { shellWeightProblems, weightProblems } from './weights.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-weights-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const contract: RemoteContract = {
  name: 'mf_auth',
  release: '1',
  contract: 1,
  routes: ['/login', '/profile'],
  slots: [],
  needs: {},
}

const write = (files: Readonly<Record<string, number>>) => {
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), randomBytes(bytes))
}
const problems = (files: Readonly<Record<string, number>>, routes: Readonly<Record<string, string[]>> = {}) => {
  writeFileSync(
    join(folder, 'prerender.json'),
    JSON.stringify({ container: ['mf-manifest.json', 'app.js', 'app.css'], routes }),
  )
  write({ 'app.js': 1, 'app.css': 1, ...files })
  return weightProblems(folder, contract).map(({ message }) => message)
}

test('every route of the site has a budget', () => {
  expect(Object.keys(routeBudgets).sort()).toEqual(mounts.map(({ path }) => path).sort())
})

test('the check compares the compressed first files of each route with its budget', () => {
  const routes = { '/profile': ['profile.js'] }
  expect(problems({ 'app.js': 9000, 'app.js.gz': 8000, 'app.css': 2000, 'profile.js': 20_000 }, routes)).toEqual([])
  const [profile, ...more] = problems({ 'app.js.gz': 8000, 'app.css': 2000, 'profile.js': 30_900 }, routes)
  expect(more).toEqual([])
  expect(profile).toMatch(
    /^mf_auth 1 pesa demasiado en \/profile: 41 kB en 3 archivos; el límite es de 40 kB en 5 archivos \(gzip\)\./,
  )
})

test('the check counts the first files of a route', () => {
  expect(problems({ 'a.js': 1, 'b.js': 1 }, { '/login': ['a.js', 'b.js'] })).toEqual([
    expect.stringMatching(/en \/login: [\d,]+ kB en 4 archivos; el límite es de 10,5 kB en 3 archivos/),
  ])
})

test('the check weighs all code of a remote, but neither source maps nor pictures', () => {
  expect(problems({ 'other.js.map': 900_000, 'other.svg': 900_000, 'a.js': 68_000 })).toEqual([])
  expect(problems({ 'b.css': totalBudget('mf_auth') - 67_999 })).toEqual([
    expect.stringMatching(/pesa demasiado en todo su código/),
  ])
})

test('an added remote has the budget that its site states, and the refusal names the limit and who can change it', () => {
  const added: RemoteContract = { ...contract, name: 'mf_reports', routes: ['/reportes'] }
  const messages = (budget?: StatedBudget) => weightProblems(folder, added, budget).map(({ message }) => message)
  problems({ 'reports.js': 35_000, 'lazy.js': 120_000 }, { '/reportes': ['reports.js'] })
  expect(messages()).toEqual([
    expect.stringMatching(
      /en \/reportes: 35(,\d)? kB en 3 archivos; el límite es de 30 kB en 6 archivos .*quien administra/,
    ),
    expect.stringMatching(/todo su código: 155,\d kB .*límite es de 150 kB .*pnpm remotes budget mf-reports/),
  ])
  expect(messages({ routeBytes: 36_000, totalBytes: 156_000 })).toEqual([])
  expect(messages({ routeBytes: 36_000, totalBytes: 90_000 })).toEqual([
    expect.stringMatching(/todo su código.*límite es de 90 kB/),
  ])
})

test('a stated budget changes nothing for a remote of the site', () => {
  expect(problems({ 'a.js': 77_000 })).toEqual([])
  expect(weightProblems(folder, contract, { routeBytes: 1000, totalBytes: 1000 })).toEqual([])
})

test('the check weighs the page of the shell with the files that the page names', () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<script defer src="/assets/main.js"></script><link rel="preload" as="style" href="/assets/shared.css">',
  )
  mkdirSync(join(folder, 'assets'))
  write({ 'assets/main.js': 100_000, 'assets/shared.css': 27_000, 'assets/lazy.js': 100_000 })
  expect(shellWeightProblems(folder, '1')).toEqual([])
  write({ 'assets/shared.css': 29_000 })
  expect(shellWeightProblems(folder, '1')).toMatchObject([{ side: 'shell', kind: 'error' }])
})

/** @jest-environment node */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mounts } from '../../src/contract/site/paths.ts'
import { routeBudgets } from './budgets.ts'
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
  expect(problems({ 'b.css': 10_001 })).toEqual([
    expect.stringMatching(/pesa demasiado en todo su código: 78,\d kB en/),
  ])
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

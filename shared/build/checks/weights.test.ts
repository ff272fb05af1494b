/** @jest-environment node */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteContract } from './contract.ts'
import { weightProblems } from './weights.ts'

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
const first = { files: ['app.js', 'first.js'], container: ['app.js'], pages: ['/profile'] }

const problems = (files: Readonly<Record<string, number>>) => {
  writeFileSync(join(folder, 'prerender.json'), JSON.stringify(first))
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), randomBytes(bytes))
  return weightProblems(folder, contract).map(({ message }) => message)
}

test('weighs what each route loads first: compressed, with the styles', () => {
  expect(problems({ 'app.js': 90_000, 'app.js.gz': 20_000, 'app.css': 5000, 'first.js': 2000 })).toEqual([])
  const [profile, ...more] = problems({ 'first.js': 4000 })
  expect(more).toEqual([])
  expect(profile).toMatch(/^mf_auth 1 pesa demasiado en \/profile: 29 kB de 28 \(gzip\)\. Carga después /)
})

test('weighs all code, but neither maps nor pictures', () => {
  expect(problems({ 'app.js': 1, 'other.js.map': 900_000, 'other.svg': 900_000, 'a.js': 60_000 })).toEqual([])
  expect(problems({ 'b.css': 10_001 })).toEqual([
    expect.stringMatching(/pesa demasiado en todo su código: 70,\d kB de 70/),
  ])
})

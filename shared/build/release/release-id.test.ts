/** @jest-environment node */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compatibleWith } from '../package-info.ts'
import { filesBelow, hashFiles, namedFiles, releaseId } from './release-id.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-inputs-'))
  mkdirSync(join(folder, 'src/list'), { recursive: true })
  writeFileSync(join(folder, 'src/app.tsx'), 'app')
  writeFileSync(join(folder, 'src/list/rows.ts'), 'rows')
})
afterEach(() => rmSync(folder, { recursive: true }))

const hash = (root = folder) => hashFiles(namedFiles(root, ['src']))

test('the same sources have the same hash in every checkout', () => {
  const other = mkdtempSync(join(tmpdir(), 'trazo-inputs-'))
  cpSync(folder, other, { recursive: true })
  expect(hash(other)).toBe(hash())
  rmSync(other, { recursive: true })
})

test.each([
  ['a changed file', () => writeFileSync(join(folder, 'src/app.tsx'), 'app!')],
  ['a new file', () => writeFileSync(join(folder, 'src/empty.ts'), '')],
  ['a removed file', () => rmSync(join(folder, 'src/list/rows.ts'))],
  [
    'bytes that move from one file to the next',
    () => {
      writeFileSync(join(folder, 'src/app.tsx'), 'appr')
      writeFileSync(join(folder, 'src/list/rows.ts'), 'ows')
    },
  ],
])('%s changes the hash', (_what, change) => {
  const before = hash()
  change()
  expect(hash()).not.toBe(before)
})

test('a test file does not change the hash', () => {
  const before = hash()
  writeFileSync(join(folder, 'src/app.test.tsx'), 'test')
  expect(hash()).toBe(before)
})

test('a remote in a separate repository has the same release in any folder', () => {
  const other = mkdtempSync(join(tmpdir(), 'trazo-inputs-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "mf-clients", "version": "1.0.0" }')
  writeFileSync(join(folder, 'pnpm-lock.yaml'), 'lockfileVersion: 9')
  cpSync(folder, other, { recursive: true })
  expect(releaseId({ root: other })).toBe(releaseId({ root: folder }))
  writeFileSync(join(other, 'pnpm-lock.yaml'), 'lockfileVersion: 10')
  expect(releaseId({ root: other })).not.toBe(releaseId({ root: folder }))
  rmSync(other, { recursive: true })
})

test('filesBelow returns no files for a missing folder', () => {
  expect(filesBelow(join(folder, 'nowhere'))).toEqual([])
})

test('a compatible range starts at the minor version, so every patch of the shell fits', () => {
  expect(compatibleWith('19.3.1')).toBe('^19.3.0')
})

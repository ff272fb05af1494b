import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readExports, readImportGraph } from '../import-graph.ts'
import { importsOf } from '../read-imports.ts'
import { isTest, readSources } from '../stats/sources.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { BUDGET_S, selectChanged } from './select-changed.ts'
import { type TestFile, testFiles } from './test-files.ts'

const unit = (file: string): TestFile => ({ file, runner: 'unit' })
const journey = (name: string): TestFile => ({ file: `e2e/journeys/${name}.spec.ts`, runner: 'journeys' })

const near = unit('mf-a/near.test.ts')
const far = unit('mf-a/far.test.ts')
const other = unit('mf-b/other.test.ts')
const tests = [far, other, near, journey('precise'), journey('broad'), journey('elsewhere')]

const graph = new Map([
  ['mf-a/far.test.ts', ['mf-a/user.ts']],
  ['mf-a/user.ts', ['mf-a/core.ts']],
  ['mf-a/near.test.ts', ['mf-a/core.ts']],
  ['mf-a/core.ts', []],
  ['mf-b/other.test.ts', []],
])
const areas = {
  [journey('precise').file]: ['mf-a/core.ts'],
  [journey('broad').file]: ['mf-a'],
  [journey('elsewhere').file]: ['mf-b'],
}
const select = (changed: readonly string[], secondsOf: number | ((test: TestFile) => number) = 1) =>
  selectChanged({
    changed,
    graph,
    tests,
    areas,
    secondsOf: typeof secondsOf === 'number' ? () => secondsOf : secondsOf,
  })
const names = (files: readonly TestFile[]) => files.map(({ file }) => file)

test('the selection has tests that import changed files, then journeys of the area, nearest first', () => {
  const { run, left } = select(['mf-a/core.ts'])
  assert.deepEqual(names(run), names([near, far, journey('precise'), journey('broad')]))
  assert.deepEqual(left, [])
})

test('a changed test file runs without journeys', () => {
  assert.deepEqual(names(select(['mf-b/other.test.ts']).run), names([other]))
})

test('a changed text file selects no tests', () => assert.deepEqual(select(['mf-a/README.md']).run, []))

test('tests over the budget are skipped, except changed tests', () => {
  const { run, left } = select(['mf-a/core.ts', 'mf-a/near.test.ts'], BUDGET_S)
  assert.deepEqual(names(run), names([near]))
  assert.deepEqual(names(left), names([far, journey('precise'), journey('broad')]))
})

test('a test longer than the budget is skipped, and shorter tests further away run', () => {
  const { run, left } = select(['mf-a/core.ts'], ({ file }) => (file === near.file ? BUDGET_S + 1 : 1))
  assert.deepEqual(names(run), names([far, journey('precise'), journey('broad')]))
  assert.deepEqual(names(left), names([near]))
})

test('a change of build tools selects every test', () => {
  assert.equal(select(['pnpm-lock.yaml']).run.length, tests.length)
})

test('a change of a lazily loaded module selects a test that imports what loads it', () => {
  const exported = readExports(inWorkspace(), testedPackages)
  const files = testFiles().map(({ file }) => file)
  /** All that a test reaches. */
  const known = readImportGraph(inWorkspace(), files, exported)
  const loads = readSources('ts', 'tsx').filter(
    ({ file }) => /^(?:mf-\w+|shell|shared)\/src\//.test(file) && !isTest(file),
  )
  const lazy = loads.flatMap(({ file, text }) =>
    importsOf(file, text).flatMap(({ kind, specifier }) =>
      kind === 'dynamic' && specifier.startsWith('.') ? join(dirname(file), specifier) : [],
    ),
  )
  assert.ok(lazy.length > 40)
  // Only journeys start a whole page.
  const started = /\/src\/(?:bootstrap|standalone)\.tsx$/
  assert.deepEqual(
    lazy.filter((file) => !known.has(file) && !started.test(file)),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distancesTo, readExports, readImportGraph, specifiersIn } from './import-graph.ts'
import { inWorkspace, testedPackages } from './workspace.ts'

test('the parser finds import specifiers of every form', () => {
  const source = `
    import a from './a.ts'
    import './b.css'
    export { c } from "./c.ts"
    const d = await import('./d.ts')
    jest.mock('./e.ts', () => ({}))
    const f = new URL('./f.ts', import.meta.url)
    const g = require('./g.cjs')`
  assert.deepEqual(specifiersIn(source), ['./a.ts', './b.css', './c.ts', './d.ts', './e.ts', './f.ts', './g.cjs'])
})

test('distances count the imports on the path to a file, also around a cycle', () => {
  const graph = new Map([
    ['test', ['a']],
    ['a', ['b']],
    ['b', ['a', 'c']],
    ['c', []],
    ['alone', []],
  ])
  assert.deepEqual(Object.fromEntries(distancesTo(['c'], graph)), { c: 0, b: 1, a: 2, test: 3 })
})

test('the graph follows imports between packages, so a remote reaches the contract by package name', () => {
  const graph = readImportGraph(inWorkspace(), ['mf-auth/src/app.tsx'], readExports(inWorkspace(), testedPackages))
  assert.ok(graph.has('shared/src/contract/index.ts'))
  assert.ok(distancesTo(['shared/src/contract/index.ts'], graph).has('mf-auth/src/app.tsx'))
})

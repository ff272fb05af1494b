import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { distancesTo, readExports, readImportGraph, unresolvedImports } from './import-graph.ts'
import { isOfTypes } from './read-imports.ts'
import { findCycles, siblingFolders } from './stats/cycles.ts'
import { readSources } from './stats/sources.ts'
import { inWorkspace, testedPackages } from './workspace.ts'

const folder = mkdtempSync(join(tmpdir(), 'trazo-graph-'))
after(() => rmSync(folder, { recursive: true }))

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

test('the graph has imports of every form, each file once, and what the files import in turn', () => {
  write({
    'app/main.tsx': `
      import type { Field } from './field.ts'
      import styles from './main.module.css'
      import placement from './main.module.css?text'
      import { contract } from 'kit/contract'
      const load = () => import(/* webpackChunkName: "late" */ './late.ts')
      const worker = new Worker(new URL('worker.ts', import.meta.url))`,
    'app/field.ts': "import { readFile } from 'node:fs'",
    'app/late.ts': "export * from './field.ts'",
    'app/worker.ts': '',
    'app/main.module.css': '.page { background: url("./page.webp") }',
    'app/page.webp': '',
    'kit/package.json': '{ "name": "kit", "exports": { "./contract": "./contract.ts" } }',
    'kit/contract.ts': '',
  })
  const exported = readExports(folder, ['kit'])
  const sorted = (graph: ReturnType<typeof readImportGraph>) =>
    Object.fromEntries([...graph].sort().map(([file, imports]) => [file, [...imports].sort()]))
  const late = { 'app/late.ts': ['app/field.ts'], 'app/field.ts': [] }
  assert.deepEqual(sorted(readImportGraph(folder, ['app/main.tsx'], exported)), {
    ...late,
    'app/main.module.css': ['app/page.webp'],
    'app/main.tsx': ['app/field.ts', 'app/late.ts', 'app/main.module.css', 'app/worker.ts', 'kit/contract.ts'],
    'app/page.webp': [],
    'app/worker.ts': [],
    'kit/contract.ts': [],
  })
  const running = readImportGraph(folder, ['app/main.tsx'], exported, (each) => !isOfTypes(each))
  assert.ok(!running.get('app/main.tsx')?.includes('app/field.ts'))
})

test('a lazy import and a type import in return are a cycle', () => {
  write({
    'page/Page.tsx': 'const load = () => import(/* webpackChunkName: "part" */ \'../part/Part.tsx\')',
    'part/Part.tsx': "import type { State } from '../page/Page.tsx'",
  })
  const graph = readImportGraph(folder, ['page/Page.tsx'], new Map())
  assert.deepEqual(findCycles(graph), [['page/Page.tsx', 'part/Part.tsx']])
  assert.deepEqual([...siblingFolders(graph).values()].flatMap(findCycles), [['page', 'part']])
})

test('the check of unresolved imports names a relative import without a file', () => {
  const source = (text: string) => [{ file: 'app/main.tsx', text }]
  assert.deepEqual(unresolvedImports(folder, source("import './late.ts'\nimport a from 'a'")), [])
  assert.deepEqual(unresolvedImports(folder, source("const a = () => import(/* a */ './gone.ts')")), [
    'app/main.tsx ./gone.ts',
  ])
})

test('every relative import of the sources leads to a file', () => {
  const sources = readSources('ts', 'tsx', 'mjs', 'cjs', 'css')
  assert.ok(sources.length > 2000)
  assert.deepEqual(unresolvedImports(inWorkspace(), sources), [])
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsOf, type ReadImport } from './read-imports.ts'

const read = (source: string, file = 'a.tsx'): string[] =>
  importsOf(file, source).map(({ kind, specifier }) => `${kind} ${specifier}`)

const forms: readonly (readonly [source: string, kind: ReadImport['kind']])[] = [
  ["import a from './x'", 'static'],
  ["import './x'", 'static'],
  ["import * as a from './x'", 'static'],
  ["import a, { type B } from './x'", 'static'],
  ["import { type B } from './x'", 'static'],
  ["import {\n  b,\n  c,\n} from './x'", 'static'],
  ["import type from './x'", 'static'],
  ["import a from './x' with { type: 'json' }", 'static'],
  ["export { b } from './x'", 'static'],
  ["export * from './x'", 'static'],
  ["export * as a from './x'", 'static'],
  ["import type { B } from './x'", 'type'],
  ["import type B from './x'", 'type'],
  ["import type {} from './x'", 'type'],
  ["export type { B } from './x'", 'type'],
  ["export type * from './x'", 'type'],
  ["type B = import('./x').B", 'type'],
  ["type B = typeof import('./x')", 'type'],
  ['/// <reference types="./x" />', 'type'],
  ["const a = () => import('./x')", 'dynamic'],
  ['const a = () => import(/* webpackChunkName: "part" */ \'./x\')', 'dynamic'],
  ["const a = () =>\n  import(\n    /* webpackMode: 'eager' */\n    // later\n    './x'\n  )", 'dynamic'],
  ['const a = () => import(`./x`)', 'dynamic'],
  ["const Part = lazy(() => import('./x'))\nconst page = <Part title=\"import('./y')\" />", 'dynamic'],
  ["const a = require('./x')", 'require'],
  ["import a = require('./x')", 'require'],
  ["const a = createRequire(import.meta.url)('./x')", 'require'],
  ["const a = createRequire(import.meta.url).resolve('./x')", 'file'],
  ["const a = require.resolve('./x')", 'file'],
  ["const a = import.meta.resolve('./x')", 'file'],
  ["const a = new URL('./x', import.meta.url)", 'file'],
  ["const a = new Worker(new URL('./x', import.meta.url), { type: 'module' })", 'file'],
  ["const a = readFileSync(join(import.meta.dirname, 'x'))", 'file'],
  ["jest.mock('./x', () => ({}))", 'mock'],
  ["const a = jest.requireActual<Record<string, unknown>>('./x')", 'mock'],
]

for (const [source, kind] of forms)
  test(`the reader finds ${source.replaceAll(/\s+/g, ' ')}`, () => assert.deepEqual(read(source), [`${kind} ./x`]))

test('the reader ignores imports in comments, strings and templates, and computed ones', () => {
  assert.deepEqual(
    read(
      [
        "// import a from './x'",
        "/* import('./x') */",
        'const text = "import a from \'./x\'"',
        "const more = `import('./x')`",
        "const load = (name: string) => import('./' + name)",
        "const link = new URL('./x', 'https://example.com')",
        "const part = join(import.meta.dirname, folder, 'x')",
      ].join('\n'),
    ),
    [],
  )
})

test('the reader names the default import', () => {
  const [styles, rest] = importsOf('a.tsx', "import styles from './a.module.css'\nimport { b } from './b.ts'")
  assert.deepEqual([styles?.local, rest?.local], ['styles', undefined])
})

test('the reader finds what a style sheet loads', () => {
  const sheet = [
    '@import url("./a.css") layer(base);',
    "@import './b.css';",
    '/* @import "./left-out.css" */',
    '.card { composes: box from "./c.module.css"; background: url(./d.webp) }',
  ].join('\n')
  assert.deepEqual(read(sheet, 'a.css'), ['static ./a.css', 'static ./b.css', 'static ./c.module.css', 'file ./d.webp'])
})

test('the reader refuses a source with an error of syntax', () => {
  assert.throws(() => importsOf('a.ts', "import { from './x'"), /a\.ts: /)
})

test('files of other kinds import nothing', () => assert.deepEqual(read("import './x'", 'a.md'), []))

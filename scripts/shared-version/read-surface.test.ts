import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSubpath, statementsOf } from './read-surface.ts'

const folder = mkdtempSync(join(tmpdir(), 'trazo-surface-'))
after(() => rmSync(folder, { recursive: true }))

const surface = (index: string, files: Readonly<Record<string, string>> = {}) => {
  for (const [name, text] of Object.entries({ ...files, index }))
    writeFileSync(join(folder, `${name}.d.ts`), text.replace(/^\s*\|/gm, ''))
  return readSubpath(join(folder, 'index.d.ts'))
}
const namesAndKinds = (index: string, files?: Readonly<Record<string, string>>) =>
  [...surface(index, files).exports].map(([name, { kind }]) => `${kind} ${name}`)

test('the parser splits statements at unindented lines and removes comments outside strings', () => {
  assert.deepEqual(
    statementsOf(
      `/** why */\nexport interface A {\n    /** what */\n    readonly b: '/*';\n}\nexport type C = 'd' | "e"; // end\n`,
    ),
    [['export interface A {', 'readonly b: "/*";', '}'], ['export type C = "d" | "e"; // end']],
  )
})

test('the parser finds all forms of export', () => {
  assert.deepEqual(
    namesAndKinds(
      `export declare const a: 1;
      |export declare function b(): void;
      |export declare function b(x: 1): void;
      |export declare class C {
      |    d: 1;
      |}
      |export interface E {
      |}
      |export type F = 1;
      |export { inner as outer, type H } from './other.ts';
      |export * from './stars.ts';
      |export { Link } from 'react-router-dom';
      |declare const hidden: 1;
      |export {};`,
      {
        other: 'export declare const inner: 1;\nexport interface H {\n}\nexport type Unseen = 1;',
        stars: 'export type Star = 1;',
      },
    ),
    [
      'const a',
      'function b',
      'class C',
      'interface E',
      'type F',
      'const outer',
      'interface H',
      'type Star',
      'library Link',
    ],
  )
})

test('an overload belongs to its function', () => {
  const { exports } = surface('export declare function b(): void;\nexport declare function b(x: 1): void;')
  assert.equal(exports.get('b')?.lines.length, 2)
})

test('destructured parameters do not change the surface', () => {
  const one = surface('export declare function B({ size }: BProps): Element;')
  assert.deepEqual(one, surface('export declare function B({ size, tone }: BProps): Element;'))
})

test('the hash covers types that an export refers to in other files, and ignores comments', () => {
  const index = `import type { Inner } from './inner.ts';\nexport declare const a: Inner;`
  const first = surface(index, { inner: 'export type Inner = 1;' })
  const second = surface(index, { inner: 'export type Inner = 2;' })
  assert.deepEqual([...first.exports], [...second.exports])
  assert.notEqual(first.hash, second.hash)
  const commented = surface(index, { inner: '/** one */\nexport type Inner = 1;' })
  assert.equal(commented.hash, first.hash)
})

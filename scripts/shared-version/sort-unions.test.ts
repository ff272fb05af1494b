import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sortUnions } from './sort-unions.ts'

const cases: readonly (readonly [string, string])[] = [
  ['export type A = "b" | "a";', 'export type A = "a" | "b";'],
  ['type A =\n    | B\n    | A;', 'type A =\n    A | B;'],
  ['a: {\n    kind: "b";\n} | {\n    kind: "a";\n};', 'a: {\n    kind: "a";\n} | {\n    kind: "b";\n};'],
  ['f(a: B | A, c?: D | C): Promise<Y | X>;', 'f(a: A | B, c?: C | D): Promise<X | Y>;'],
  ['type A = "x | a" | "=>" | (() => C | B);', 'type A = "=>" | "x | a" | (() => B | C);'],
  ['type A = { readonly a: Z & Y | X } & B;', 'type A = { readonly a: X | Z & Y } & B;'],
]

for (const [before, after] of cases) test(`sorts ${before}`, () => assert.equal(sortUnions(before), after))

test('a text without unions stays unchanged', () => {
  const text = readFileSync(import.meta.filename, 'utf8').replaceAll(/[|]|'/g, '')
  assert.equal(sortUnions(text), text)
})

test('a text with sorted unions stays unchanged', () => {
  for (const [, after] of cases) assert.equal(sortUnions(after), after)
})

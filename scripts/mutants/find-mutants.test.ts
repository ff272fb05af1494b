import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMutants } from './find-mutants.ts'
import { instrumentSource } from './instrument.ts'

/** Each mutant alone, as a source. */
const mutated = (source: string): string[] =>
  findMutants('a.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

const table: readonly (readonly [string, string, readonly string[]])[] = [
  ['a condition', 'if (a) b = 1', ['if (true) b = 1', 'if (false) b = 1', 'if (a) b = (1 + 1)', 'if (a) b = (1 - 1)']],
  ['a loop ends', 'while (a) {}', ['while (false) {}']],
  ['a boundary', 'a < b', ['(a) <= (b)', '(a) >= (b)']],
  ['an equality', 'a === b', ['(a) !== (b)']],
  ['a logical operator', 'a && b', ['(a) || (b)']],
  ['a default', 'a ?? b', ['(a) && (b)']],
  ['arithmetic', 'a + b', ['(a) - (b)']],
  ['texts are not subtracted', "a + 'x'", []],
  ['a negation', 'f(!a)', ['undefined', 'f(a)']],
  ['a call without a result', 'close()', ['undefined']],
  ['an awaited call', 'await close()', ['undefined', 'close()']],
  ['a call whose result is used', 'const a = close()', []],
  ['a guard', 'if (a) throw e', ['if (true) throw e', 'if (false) throw e', 'if (a) ;']],
  [
    'a result',
    'const f = () => a > b',
    ['const f = () => true', 'const f = () => false', 'const f = () => (a) >= (b)', 'const f = () => (a) <= (b)'],
  ],
  ['a limit', 'const a = 5', ['const a = (5 + 1)', 'const a = (5 - 1)']],
  ['a large limit', 'const a = 5000', ['const a = (5000 * 2)', 'const a = (5000 / 2)']],
  ['a flag', 'const a = true', ['const a = false']],
  ['keys and types stay', 'type A = 1 | true; const a: 2 = b as 3; const c = { 4: d }', []],
  ['a filter', 'const a = b.filter(c)', ['const a = b']],
  ['a query', "const a = q.where('x', '<', y)", ['const a = q', "const a = q.where('x', '<=', y)"]],
  ['some and every', 'const a = b.some(c)', ['const a = b.every(c)']],
  ['an optional chain stays whole', 'const a = b?.filter(c).length', []],
  ['a member of a list', "const a = ['x', 'y']", ["const a = [ 'y' ]", "const a = [ 'x' ]"]],
  ['an option', 'const a = f({ b, c })', ['const a = f({ c })', 'const a = f({ b })']],
  ['a value that is no option', 'const a = { b, c }', []],
]
for (const [name, source, expected] of table)
  test(`mutants of ${name}: ${source}`, () => assert.deepEqual(mutated(source), expected))

test('a mutant has its file, its line and a text for the report', () => {
  const [first] = findMutants('src/a.ts', 'const a = 1\n\nexport const f = (b: number) => b < a\n').slice(2)
  assert.deepEqual([first?.file, first?.line, first?.told], ['src/a.ts', 3, 'b < a → true'])
})

test('code of a module is static, code of a function is not', () => {
  const mutants = findMutants('a.ts', 'const a = 1\nconst f = () => 2\n')
  assert.deepEqual(
    mutants.map(({ isStatic }) => isStatic),
    [true, true, false, false],
  )
})

test('a source with a syntax error is named', () => {
  assert.throws(() => findMutants('bad.ts', 'const ='), /bad\.ts: /)
})

const chosen = (source: string, active: number): unknown => {
  const numbered = findMutants('a.ts', source).map((mutant, index) => ({ ...mutant, id: index + 1 }))
  const text = instrumentSource(source, numbered)
  const [body = ''] = text.split(/^(?=const isMutant)/m).slice(-1)
  const code = body.replace(/^.*?\?\? false;/s, '').replaceAll('export ', '')
  return new Function('isMutant', `${code}\nreturn run()`)((id: number) => id === active)
}

test('one source holds all mutants, and the active number chooses one', () => {
  const source = [
    'const log = []',
    'const note = (text) => { log.push(text) }',
    'const run = () => {',
    '  const small = [3, 8, 5].filter((n) => n < 6)',
    '  note(small.some((n) => n === 3))',
    '  if (small.length > 1) note("many"); else note("few")',
    '  return small.join() + " " + log.join()',
    '}',
  ].join('\n')
  assert.equal(chosen(source, 0), '3,5 true,many')
  const count = findMutants('a.ts', source).length
  const results = new Set(Array.from({ length: count }, (_, index) => chosen(source, index + 1)))
  for (const result of ['3,8,5 true,many', '3,5 many', '3,5 false,many', '3,5 true,few', '3,5 true', '5 false,few'])
    assert.ok(results.has(result), `${result} is missing in ${[...results].join(' | ')}`)
})

test('a line that starts with a mutant does not continue the line before', () => {
  const source = 'const seen = []\nconst run = () => {\n  const a = 1\n  seen.push(a)\n  return seen.length\n}'
  assert.equal(chosen(source, 0), 1)
})

test('a removed guard keeps the branch that follows', () => {
  const source = 'const run = () => {\n  if (1 > 2) throw new Error("no")\n  else return "else"\n  return "after"\n}'
  assert.equal(chosen(source, 0), 'else')
})

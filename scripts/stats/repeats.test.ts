import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRepeats } from './repeats.ts'

const body =
  "(text: string): string => {\n  const parts = text.split(' ')\n\n  return parts.map((part) => part.trim().toUpperCase()).join('-')\n}"

test('the search finds a duplicated function with another name and other spaces', () => {
  const first = { file: 'a.ts', text: `const START = 1\n\nexport const shout = ${body}\n\nconst END = 2\n` }
  const second = { file: 'b.tsx', text: `const cry = ${body.replaceAll('  ', '    ')}\n` }
  assert.deepEqual(findRepeats([first, second]), ['a.ts shout = b.tsx cry'])
})

test('the search does not report different functions, short functions, tests or migrations', () => {
  const source = (file: string, text: string) => ({ file, text })
  assert.deepEqual(
    findRepeats([
      source('a.ts', `const shout = ${body}\n`),
      source('b.ts', `const shout = ${body.replace('-', '_')}\n`),
      source('c.test.ts', `const shout = ${body}\n`),
      source('api/src/migrations/1.ts', `const shout = ${body}\n`),
      source('d.ts', 'const two = (): number => 2\n'),
      source('e.ts', 'const two = (): number => 2\n'),
    ]),
    [],
  )
})

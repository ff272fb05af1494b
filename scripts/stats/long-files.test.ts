import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCodeLines, findLongFiles } from './long-files.ts'

const code = (count: number): string =>
  Array.from({ length: count }, (_, index) => `export const n${index} = ${index}\n`).join('')

test('a file of 300 lines of code is accepted, and one of 301 is refused', () => {
  const sources = [
    { file: 'pdf/src/three-hundred.ts', text: code(300) },
    { file: 'pdf/src/more.ts', text: code(301) },
    { file: 'scripts/test/more.ts', text: code(301) },
    { file: 'pdf/src/more.test.ts', text: code(301) },
    { file: 'api/test/access/more.ts', text: code(301) },
  ]
  assert.deepEqual(findLongFiles(sources), ['pdf/src/more.ts (301)', 'scripts/test/more.ts (301)'])
})

test('comments and blank lines do not count', () => {
  const comment = '/**\n * Blank lines and\n * @returns a reason\n */\n\n// One line.\n/* one */\n  // indented\n'
  assert.equal(countCodeLines({ file: 'pdf/src/comments.ts', text: comment }), 0)
  assert.deepEqual(findLongFiles([{ file: 'pdf/src/explained.ts', text: code(300) + comment }]), [])
})

test('a line with code and a comment counts', () => {
  const text = [
    'const a = 1 // one',
    '/* two */ const b = 2',
    'const c = 3 /* three,',
    'const d = 4 */',
    "const url = 'https://example.com'",
  ].join('\n')
  assert.equal(countCodeLines({ file: 'pdf/src/mixed.ts', text }), 5)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCitations } from './citations.ts'

/** In two parts: the guard rail reads this file, too. */
const cited: readonly (readonly [before: string, number: string])[] = [
  ["test('issue ", "16: a guest signs')"],
  ['// Longest frame (issue ', '5).'],
  ['// See issue #', '12.'],
  ['Both findings ', '3 and 4 are closed.'],
  ['# Hallazgo ', '7'],
  ['// Fixes #', '12'],
  ['signing: refuse an empty name (#', '12)'],
]

for (const [before, number] of cited)
  test(`the search finds the number in: ${before}…`, () =>
    assert.deepEqual(findCitations([{ file: 'a.ts', text: `const a = 1\n  ${before}${number}\n` }]), [
      `a.ts:2 ${before}${number}`,
    ]))

test('the search leaves names of standards, ordinals and addresses alone', () => {
  const text = [
    "describe('an authority in a PKCS#12 file')",
    '/** UTS #39, section 4. */',
    "'after update bulk_rows > commit #9'",
    'const box = { color: "#123" }',
    'https://github.com/mozilla/pdf.js/issues/14627',
    '| Word 365, `issue14627` |',
    'The issue is that 3 of them fail.',
  ]
  assert.deepEqual(findCitations([{ file: 'a.md', text: text.join('\n') }]), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDocumented, documentedExports } from './documented-exports.ts'

const SOURCE = `/** Bytes. */
export const SIZE = 1
export const NAME = 'name'

// A trap.
export async function run() {
  /** Inside. */
}

/**
 * Two lines.
 */
export interface Options {}

export { other } from './other.ts'
`

test('an export with a comment on the line before is documented, and a re-export does not count', () =>
  assert.deepEqual(countDocumented(SOURCE), { exports: 4, documented: 3 }))

test('exports are counted by folder, outside tests', () => {
  const sources = [
    { file: 'pdf/src/a.ts', text: SOURCE },
    { file: 'pdf/src/verify/b.ts', text: SOURCE },
    { file: 'pdf/src/testing/c.ts', text: SOURCE },
    { file: 'pdf/src-old/d.ts', text: SOURCE },
  ]
  assert.deepEqual(
    [...documentedExports(sources, ['pdf/src', 'shared/build'])],
    [
      ['pdf/src', '6 of 8'],
      ['shared/build', '0 of 0'],
    ],
  )
})

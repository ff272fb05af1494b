import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemsOfRow, readTestedRows } from './tested-rows.ts'
import { inWorkspace, readIfThere } from './workspace.ts'

const promises = readTestedRows(readFileSync(inWorkspace('docs/security.md'), 'utf8'), 'What is promised')

test('docs/security.md makes at least 15 promises', () => {
  assert.ok(promises.length >= 15, `${promises.length} promises were read`)
})

for (const promise of promises)
  test(`existing tests are named for the promise: ${promise.cells[0]}`, () => {
    assert.deepEqual(problemsOfRow(promise, readIfThere), [])
  })

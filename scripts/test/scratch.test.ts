import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { withScratch } from './scratch.ts'

test('the temporary folder exists during the run and is deleted afterwards, also on failure', async () => {
  let folder = ''
  const run = withScratch(async ({ TMPDIR = '' }) => {
    folder = TMPDIR
    assert.equal(existsSync(folder), true)
    throw new Error('failed')
  }, tmpdir())
  await assert.rejects(run, /failed/)
  assert.equal(dirname(folder), tmpdir())
  assert.equal(existsSync(folder), false)
})

test('without the in-memory folder, the run uses the default temporary folder of the system', () =>
  withScratch(
    async (variables) => {
      assert.deepEqual(variables, {})
    },
    join(tmpdir(), 'trazo-missing'),
  ))

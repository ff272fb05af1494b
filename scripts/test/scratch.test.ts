import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { withScratch } from './scratch.ts'

test('temporary files are in memory and go with the run, also when it fails', async () => {
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

test('without such a folder they are where the system puts them', () =>
  withScratch(
    async (variables) => {
      assert.deepEqual(variables, {})
    },
    join(tmpdir(), 'trazo-missing'),
  ))

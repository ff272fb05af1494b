import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceRoot } from '../workspace.ts'
import { offeredSubpaths } from './of-sources.ts'

test('pages of other origins provide the same modules as the shell', () => {
  const ofHosts = offeredSubpaths(workspaceRoot, 'shared/src/host/signing/provide-shared.ts')
  assert.ok(ofHosts.length > 0)
  assert.deepEqual(ofHosts, offeredSubpaths())
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemsBetween } from '../../shared/build/checks/problems.ts'
import { remoteNames } from '../../shared/src/contract/site/remote.ts'
import { remoteOfSources, shellOfSources } from './of-sources.ts'
import { recordContract, recordedRemote, recordedShell } from './recorded.ts'

const libraries = Object.keys(recordedShell().provides).filter((module) => !module.startsWith('shared/'))
const shell = shellOfSources(libraries)

for (const name of remoteNames) {
  test(`the previous release of ${name} runs in today's shell`, () => {
    const messages = problemsBetween(recordedRemote(name), shell, 'live').map(({ message }) => message)
    assert.deepEqual(messages, [])
  })

  // The check before a release enforces the order of releases.
  test(`today's ${name} needs no change of its own to run in the previous shell`, () => {
    const own = problemsBetween(remoteOfSources(name), recordedShell(), 'live').filter(({ side }) => side === 'remote')
    assert.deepEqual(own, [])
  })

  test(`today's ${name} runs in today's shell`, () => {
    assert.deepEqual(problemsBetween(remoteOfSources(name), shell, 'live'), [])
  })
}

test('the sources of mf_signing yield its pages and its modules of shared', () => {
  const { routes, needs } = remoteOfSources('mf_signing')
  assert.ok(routes.includes('/document'))
  for (const module of ['shared/contract', 'shared/http', 'shared/state', 'shared/ui'])
    assert.ok(module in needs, module)
})

test('a recorded contract can be read back, and reading a contract that was not recorded throws', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-recorded-'))
  try {
    recordContract(recordedRemote('mf_auth'), folder)
    assert.deepEqual(recordedRemote('mf_auth', folder), recordedRemote('mf_auth'))
    assert.throws(() => recordedShell(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

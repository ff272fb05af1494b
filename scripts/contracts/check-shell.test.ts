import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RemoteContract } from '../../shared/build/checks/contract.ts'
import { shellContract, writeContract } from '../../shared/build/release/contract-record.ts'

import { releasesFolder, writeRegistry } from '../../shell/server/registry/registry-file.ts'
import type { StoredEntry } from '../../shell/server/registry/stored-registry.ts'
import type { BuiltContract, CheckOutcome } from './check-remote.ts'
import { checkShell, checkShellWithRecorded, reachableReleases } from './check-shell.ts'

const release = (id: string, shared = '^2.0.0') => ({
  manifest: `/r/mf_documents/${id}/mf-manifest.json`,
  integrity: 'sha384-AAAA',
  shared,
})
const entry: StoredEntry = {
  active: 'b',
  fallback: 'a',
  canary: { release: 'c', percent: 5 },
  releases: { a: release('a'), b: release('b'), c: release('c') },
}
const contract = (id: string, more: Partial<RemoteContract> = {}): RemoteContract => ({
  name: 'mf_documents',
  release: id,
  contract: 1,
  routes: ['/dashboard'],
  slots: [],
  needs: { 'shared/ui': '^2.0.0' },
  ...more,
})
const shell = {
  kind: 'built',
  contract: shellContract('s', { 'shared/contract': '2.0.0', 'shared/ui': '2.0.0' }),
  folder: '',
} as const

const check = async (contracts: readonly RemoteContract[], remote = entry): Promise<readonly CheckOutcome[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trazo-check-shell-'))
  try {
    for (const recordedContract of contracts) {
      const folder = join(releasesFolder(dataDir), recordedContract.name, recordedContract.release)
      mkdirSync(folder, { recursive: true })
      await writeContract(folder, recordedContract)
    }
    await writeRegistry(dataDir, { version: 1, remotes: { mf_documents: remote } })
    return await checkShell(dataDir, shell)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
const problemsOf = (outcomes: readonly CheckOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.kind === 'checked' ? outcome.problems : []))

test('the check covers the live release, the canary and the fallback', () => {
  assert.deepEqual([...reachableReleases(entry)].sort(), [
    ['a', 'former'],
    ['b', 'live'],
    ['c', 'live'],
  ])
  assert.deepEqual(
    [...reachableReleases({ active: 'b', fallback: null, releases: { b: release('b') } })],
    [['b', 'live']],
  )
})

test('a shell that suits every release has no problems', async () => {
  const outcomes = await check(['a', 'b', 'c'].map((id) => contract(id)))
  assert.equal(outcomes.length, 3)
  assert.deepEqual(problemsOf(outcomes), [])
})

test('the check names a release that would not run in the shell', async () => {
  const outcomes = await check([contract('a', { needs: { 'shared/ui': '^1.4.0' } }), contract('b'), contract('c')])
  const [problem, ...others] = problemsOf(outcomes)
  assert.deepEqual(others, [])
  assert.match(problem?.message ?? '', /^mf_documents a necesita shared \^1\.4\.0 y el shell trae 2\.0\.0/)
})

test('a missing page is a warning for the fallback release and an error for the live release', async () => {
  const none = { routes: [] }
  const outcomes = await check([contract('a', none), contract('b', none), contract('c')])
  assert.deepEqual(
    problemsOf(outcomes)
      .map(({ kind }) => kind)
      .sort(),
    ['error', 'warning'],
  )
})

test('the check compares a release without a contract record by the range in the registry', async () => {
  const old = { active: 'o', fallback: null, releases: { o: release('o', '^1.0.0') } }
  assert.deepEqual(
    problemsOf(await check([], old)).map(({ side }) => side),
    ['remote'],
  )
})

test('without a site, the check compares the shell with the recorded contracts of the remotes', () => {
  const outcomes = checkShellWithRecorded(shell)
  assert.equal(outcomes.length, 3)
  assert.ok(problemsOf(outcomes).some(({ message }) => message.includes('importa shared/http')))
})

const kindsOf = (outcomes: readonly CheckOutcome[]) => outcomes.map(({ kind }) => kind)

test('a site without a registry has nothing to compare', async () => {
  assert.deepEqual(kindsOf(await checkShell(join(tmpdir(), 'trazo-no-such-folder'), shell)), ['skipped'])
})

test('without a built shell, the check fails', async () => {
  const missing: BuiltContract<typeof shell.contract> = { kind: 'none', why: 'shell no está construido' }
  assert.deepEqual(kindsOf(await checkShell(join(tmpdir(), 'trazo-no-such-folder'), missing)), ['unbuilt'])
  assert.deepEqual(kindsOf(checkShellWithRecorded(missing)), ['unbuilt'])
})

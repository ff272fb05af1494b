import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RemoteContract, ShellContract } from '../../shared/build/release/contract-record.ts'
import { ContractError, describeSwitch, vetAgainst } from './release.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-vet-'))
})
after(() => rmSync(folder, { recursive: true }))

const shell: ShellContract = {
  name: 'shell',
  release: '9',
  contract: 1,
  mounts: { mf_auth: ['/login'], mf_documents: [], mf_signing: [] },
  slots: { mf_auth: [], mf_documents: [], mf_signing: [] },
  provides: { 'shared/contract': '1.2.0' },
}
const remote: RemoteContract = {
  name: 'mf_auth',
  release: '1',
  contract: 1,
  routes: ['/login'],
  slots: [],
  needs: { 'shared/contract': '^1.0.0' },
}
const vet = (contract: RemoteContract | undefined, standing: 'live' | 'former' = 'live') => {
  rmSync(join(folder, 'contract.json'), { force: true })
  if (contract) writeFileSync(join(folder, 'contract.json'), JSON.stringify(contract))
  return () => vetAgainst(shell, standing)(folder)
}

test('accepts a release that suits the shell, and one without a contract record', () => {
  assert.doesNotThrow(vet(remote))
  assert.doesNotThrow(vet(undefined))
})

test('a roll-back may lack a newer screen, a release may not', () => {
  const former = { ...remote, routes: [] }
  assert.throws(vet(former), ContractError)
  assert.doesNotThrow(vet(former, 'former'))
})

test('a release that the shell would refuse does not go live', () => {
  assert.throws(vet({ ...remote, contract: 2 }), ContractError)
  assert.throws(vet({ ...remote, needs: { 'shared/contract': '^2.0.0' } }), /mf_auth .*shared \^2\.0\.0/)
})

const entry = (active: string, fallback: string | null, canary?: { release: string; percent: number }) => ({
  active,
  fallback,
  ...(canary ? { canary } : {}),
  releases: {},
})
const canary = { release: '3', percent: 5 }
const told = [
  [{ kind: 'build' }, undefined, entry('1', null), '1 está en vivo'],
  [{ kind: 'build' }, entry('1', null), entry('2', '1'), '2 está en vivo; de respaldo queda 1'],
  [{ kind: 'build' }, entry('2', '1', canary), entry('2', '1'), '2 ya estaba en vivo; terminó la prueba'],
  [{ kind: 'to', release: '1' }, entry('2', '1'), entry('1', '2'), '1 está en vivo; de respaldo queda 2'],
  [{ kind: 'end-canary' }, entry('2', '1', canary), entry('2', '1'), 'terminó la prueba de 3; sigue en vivo 2'],
  [{ kind: 'end-canary' }, entry('2', '1'), entry('2', '1'), 'no había ninguna prueba; sigue en vivo 2'],
  [{ kind: 'end-canary' }, undefined, undefined, 'no tiene ninguna versión'],
] as const
for (const [wish, from, to, text] of told)
  test(`it says: ${text}`, () => {
    const command = { package: 'mf-auth', name: 'mf_auth', dataDir: '/data', wish } as const
    assert.equal(describeSwitch(command, { before: from, after: to }), `mf_auth: ${text}.`)
  })

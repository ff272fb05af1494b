/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readContract } from '../checks/contract.ts'
import { sharedModules, sharedRange } from '../webpack/sharing.ts'
import { consumedIn, contractOf, providedIn, writeContract } from './contract-record.ts'

const workspace = dirname(dirname(dirname(import.meta.dirname)))
const remote = { root: join(workspace, 'mf-documents'), name: 'mf_documents', devPort: 1 } as const
const identifiers = [
  'consume-shared-module|default|shared/ui|!=1...2...0|true|undefined|true|false|null',
  'consume-shared-module|default|react/jsx-runtime|!=1.9...3...0|true|/x/react/jsx-runtime.js|true|false|null',
  '/work/src/app.tsx',
  'provide module (default) shared/ui@1.2.3 = /work/shared/src/ui/index.ts',
  'provide module (default) react/jsx-runtime@19.3.1 = /x/react/jsx-runtime.js',
]
const exports = { 'shared/ui': ['Button'] }
const react = sharedModules(remote, 'release').react?.requiredVersion

test('imports of a compilation, with the requested ranges', () => {
  const consumed = consumedIn(identifiers, sharedModules(remote, 'release'))
  expect(consumed).toEqual({ 'react/jsx-runtime': react, 'shared/ui': sharedRange() })
})

test('modules that a compilation provides', () => {
  expect(providedIn(identifiers)).toEqual({ 'react/jsx-runtime': '19.3.1', 'shared/ui': '1.2.3' })
})

test('a module that is shared against the policy stops the build', () => {
  expect(() => consumedIn(['consume-shared-module|default|jotai|x|'], sharedModules(remote, 'release'))).toThrow(
    'jotai',
  )
})

test('a remote tells its pages and needs, the shell what it mounts and brings', () => {
  expect(contractOf(remote, '7', identifiers, exports)).toEqual({
    name: 'mf_documents',
    release: '7',
    contract: 1,
    routes: ['/dashboard'],
    slots: [],
    needs: { 'react/jsx-runtime': react, 'shared/ui': sharedRange() },
    uses: exports,
  })
  const shell = contractOf({ root: join(workspace, 'shell'), name: 'shell', devPort: 1 }, '8', identifiers, exports)
  expect(shell).toMatchObject({ name: 'shell', mounts: { mf_documents: ['/dashboard'] } })
  expect(shell).toHaveProperty('provides', { 'react/jsx-runtime': '19.3.1', 'shared/ui': '1.2.3' })
  expect(shell).toHaveProperty('offers', exports)
})

test('reads what was written; an older release has none; anything else is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-contract-'))
  expect(readContract(folder)).toBeUndefined()
  const contract = contractOf(remote, '7', identifiers, exports)
  await writeContract(folder, contract)
  expect(readContract(folder)).toEqual(contract)
  writeFileSync(join(folder, 'contract.json'), '{}')
  expect(() => readContract(folder)).toThrow()
  rmSync(folder, { recursive: true })
})

/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

test('consumedIn returns the shared modules that a compilation imports, with the requested ranges', () => {
  const consumed = consumedIn(identifiers, sharedModules(remote, 'release'))
  expect(consumed).toEqual({ 'react/jsx-runtime': react, 'shared/ui': sharedRange() })
})

test('providedIn returns the shared modules that a compilation provides, with their versions', () => {
  expect(providedIn(identifiers)).toEqual({ 'react/jsx-runtime': '19.3.1', 'shared/ui': '1.2.3' })
})

test('a module that is shared against the policy stops the build', () => {
  expect(() => consumedIn(['consume-shared-module|default|jotai|x|'], sharedModules(remote, 'release'))).toThrow(
    'jotai',
  )
})

test('the record lists pages and needs of a remote, and mounts and packages of the shell', () => {
  expect(contractOf(remote, '7', identifiers, exports)).toEqual({
    name: 'mf_documents',
    release: '7',
    contract: 1,
    routes: ['/dashboard'],
    slots: [],
    offers: {},
    uses: { 'mf_signing/document-editor': 1, 'mf_signing/page-picture': 1, 'mf_signing/url-generator': 1 },
    needs: { 'react/jsx-runtime': react, 'shared/ui': sharedRange() },
    imports: exports,
  })
  const shell = contractOf({ root: join(workspace, 'shell'), name: 'shell', devPort: 1 }, '8', identifiers, exports)
  expect(shell).toMatchObject({ name: 'shell', mounts: { mf_documents: ['/dashboard'] } })
  expect(shell).toHaveProperty('provides', { 'react/jsx-runtime': '19.3.1', 'shared/ui': '1.2.3' })
  expect(shell).toHaveProperty('exports', exports)
})

describe('a remote that the shell does not know', () => {
  const mount = { prefix: '/reportes', access: 'session', title: 'Reportes' } as const
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trazo-contract-'))
    mkdirSync(join(root, 'src'))
    symlinkSync(join(workspace, 'shared/node_modules'), join(root, 'node_modules'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const contract = (path: string, mounts: readonly unknown[]) => {
    const app = `{ contract: 1, routes: [{ path: '${path}', Component: X }], slots: { summary: X } }`
    writeFileSync(join(root, 'src/app.tsx'), `export default ${app} satisfies RemoteApp<'mf_reports'>`)
    writeFileSync(join(root, 'src/page.tsx'), '<RemoteMount remote="mf_x" slot="map" props={{}} />')
    const slotVersions = { 'mf_reports/summary': 2, 'mf_x/map': 3 }
    return contractOf({ root, name: 'mf_reports', devPort: 1, mounts: mounts as [], slotVersions }, '7', [], {})
  }

  test('the record lists the mounts of the remote, and the slots that the remote offers and uses', () => {
    expect(contract('/reportes', [mount])).toMatchObject({
      mounts: [mount],
      offers: { 'mf_reports/summary': 2 },
      uses: { 'mf_x/map': 3 },
    })
  })

  test.each([
    ['/reportes-ajenos', [mount], '/reportes-ajenos no está bajo ningún prefijo'],
    ['/reportes/2026', [mount], 'no tiene página para /reportes'],
    ['/login', [{ ...mount, prefix: '/login' }], 'el sitio mismo usa /login: elige otro prefijo'],
  ])('the build refuses a page at %s when the mounts do not fit', (path, mounts, message) => {
    expect(() => contract(path, mounts)).toThrow(message)
  })
})

test('readContract reads a written record, returns undefined for a missing one, and refuses an invalid one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-contract-'))
  expect(readContract(folder)).toBeUndefined()
  const contract = contractOf(remote, '7', identifiers, exports)
  await writeContract(folder, contract)
  expect(readContract(folder)).toEqual(contract)
  writeFileSync(join(folder, 'contract.json'), '{}')
  expect(() => readContract(folder)).toThrow()
  rmSync(folder, { recursive: true })
})

/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteName } from 'shared/contract'
import { withdrawRelease } from './activate-release.ts'
import { remotesIn } from './kept-releases.ts'
import { loadRegistry, readStoredRegistry, registryFile, writeRegistry } from './registry-file.ts'
import { switchRelease } from './switch-release.ts'
import { writeBuild } from './test/write-build.ts'

const broken = () => undefined

const NOW = new Date('2026-11-21T12:00:00Z')
const mount = { prefix: '/reportes', access: 'session', title: 'Reportes', menu: 'Reportes' }
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-added-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ship = async (name: RemoteName, id: string, contract?: object, canary?: number) =>
  switchRelease(
    { dataDir, name, broken },
    { kind: 'build', root: await writeBuild(folder, name, id, contract), canary },
    NOW,
  )
const entryOf = async (name: RemoteName) => (await readStoredRegistry(dataDir))?.remotes[name]

test('a fourth remote enters the registry with the mounts of its release', async () => {
  await ship('mf_auth', '1')
  await ship('mf_reports', '1', { mounts: [mount] })
  expect(await entryOf('mf_reports')).toMatchObject({ active: '1', mounts: [mount] })
  expect(await remotesIn(dataDir, undefined)).toEqual(['mf_auth', 'mf_documents', 'mf_signing', 'mf_reports'])
})

test('a roll-back restores the mounts of its release; a canary keeps the mounts of the live release', async () => {
  const later = { ...mount, title: 'Reportes del año' }
  await ship('mf_reports', '1', { mounts: [mount] })
  await ship('mf_reports', '2', { mounts: [later] }, 5)
  expect(await entryOf('mf_reports')).toMatchObject({ canary: { release: '2' }, mounts: [mount] })
  await ship('mf_reports', '2', { mounts: [later] })
  expect(await entryOf('mf_reports')).toMatchObject({ active: '2', mounts: [later] })
  await switchRelease({ dataDir, name: 'mf_reports', broken }, { kind: 'to', release: 'previous' }, NOW)
  expect(await entryOf('mf_reports')).toMatchObject({ active: '1', mounts: [mount] })
})

test('a withdrawal restores the mounts of the fallback, except a mount that another remote has taken', async () => {
  const other = { ...mount, prefix: '/otros' }
  await ship('mf_reports', '1', { mounts: [mount, other] })
  await ship('mf_reports', '2', { mounts: [mount] })
  await ship('mf_others', '1', { mounts: [other] })
  const registry = await readStoredRegistry(dataDir)
  if (!registry) throw new Error('nothing is live')
  const withdrawn = withdrawRelease(registry, 'mf_reports', { release: '2', at: NOW.toISOString(), why: 'crashes' })
  await writeRegistry(dataDir, withdrawn)
  expect(await entryOf('mf_reports')).toMatchObject({ active: '1', mounts: [mount] })
})

test('a roll-back to a release on another origin restores its mounts', async () => {
  const at = (id: string) => ({
    manifest: `https://cdn.example/${id}/mf-manifest.json`,
    integrity: `sha384-${'A'.repeat(64)}`,
    shared: '^1.0.0',
  })
  const target = { dataDir, name: 'mf_reports', broken } as const
  for (const id of ['1', '2']) {
    const release = { id, release: at(id), contract: { mounts: [{ ...mount, title: `Reportes ${id}` }] } }
    await switchRelease(target, { kind: 'elsewhere', release }, NOW)
  }
  expect(await entryOf('mf_reports')).toMatchObject({ active: '2', fallback: '1', mounts: [{ title: 'Reportes 2' }] })
  await switchRelease(target, { kind: 'to', release: 'previous' }, NOW)
  expect(await entryOf('mf_reports')).toMatchObject({ active: '1', mounts: [{ title: 'Reportes 1' }] })
})

test.each([
  ['the login', [{ ...mount, prefix: '/login' }], 'mounts.0.prefix: el sitio mismo usa /login'],
  ['the API', [{ ...mount, prefix: '/home' }], '0.prefix: el sitio mismo usa /home: elige otro prefijo'],
  ['a path with a wildcard', [{ ...mount, prefix: '/*' }], '0.prefix: «/*» no es un prefijo'],
  ['an overlong title', [{ ...mount, title: 'a'.repeat(61) }], '0.title'],
  ['HTML in its item', [{ ...mount, menu: '<b>x</b>' }], '0.menu'],
  ['an unknown access', [{ ...mount, access: 'owner' }], '0.access'],
  ['no list', { mounts: 1 }, 'mounts'],
  ['one prefix twice', [mount, mount], 'dos veces'],
  ['what another remote has', [{ ...mount, prefix: '/otros' }], '/otros ya es de mf_others'],
])('a release that mounts %s is refused, and the registry does not change', async (_what, mounts, message) => {
  await ship('mf_others', '1', { mounts: [{ ...mount, prefix: '/otros' }] })
  await expect(ship('mf_reports', '1', { mounts })).rejects.toThrow(message.replace('mounts.', ''))
  expect(await entryOf('mf_reports')).toBeUndefined()
})

test('the registry ignores the mounts in a release of a built-in remote', async () => {
  await ship('mf_auth', '1', { mounts: [{ ...mount, prefix: '/perfil' }] })
  expect(await entryOf('mf_auth')).not.toHaveProperty('mounts')
})

test.each(['constructor', 'toString', 'location', 'mf-reports'])('a remote cannot have the name %s', async (name) => {
  await expect(ship(name as RemoteName, '1', { mounts: [mount] })).rejects.toThrow('no está construido')
})

test.each([
  ['two remotes with the same prefix', 'mf_others', [mount]],
  ['a built-in remote with mounts', 'mf_auth', [{ ...mount, prefix: '/perfil' }]],
  ['a mount of the login', 'mf_others', [{ ...mount, prefix: '/login' }]],
])('a registry file with %s counts as damaged, and the last good copy is used', async (_what, name, mounts) => {
  await ship('mf_reports', '1', { mounts: [mount] })
  const { version, remotes } = JSON.parse(readFileSync(registryFile(dataDir), 'utf8'))
  const forged = { ...remotes, [name]: { ...remotes.mf_reports, mounts } }
  writeFileSync(registryFile(dataDir), JSON.stringify({ version, remotes: forged }))
  const { registry, damage } = await loadRegistry(dataDir)
  expect(damage?.problem).toBe('damaged')
  expect(Object.keys(registry?.remotes ?? {})).toEqual(['mf_reports'])
  await expect(writeRegistry(dataDir, { version, remotes: forged })).rejects.toThrow()
})

describe('slots', () => {
  const lends = (version: number) => ({ offers: { 'mf_signing/page-picture': version } })
  const uses = (version: number) => ({ uses: { 'mf_signing/page-picture': version } })

  test('a release may use a slot only in the version that the live release offers', async () => {
    await ship('mf_signing', '1', lends(1))
    await ship('mf_reports', '1', uses(1))
    await expect(ship('mf_reports', '2', uses(2))).rejects.toThrow(
      'mf_reports 2 usa la pantalla mf_signing/page-picture con la versión 2 de sus datos, y mf_signing 1 la presta con la versión 1',
    )
  })

  test('a slot cannot be removed or changed while a live release uses it', async () => {
    await ship('mf_signing', '1', lends(1))
    await ship('mf_reports', '1', uses(1))
    await expect(ship('mf_signing', '2', { offers: {} })).rejects.toThrow('y mf_signing 2 no la presta')
    await expect(ship('mf_signing', '3', lends(2), 5)).rejects.toThrow('con la versión 2')
    await ship('mf_reports', '2', { uses: {} })
    expect((await ship('mf_signing', '2', { offers: {} })).after?.active).toBe('2')
  })

  test('the owner of a slot must be live before its users, unless the owner is built in', async () => {
    const usesMap = { uses: { 'mf_maps/map': 1 } }
    await expect(ship('mf_reports', '1', usesMap)).rejects.toThrow('usa mf_maps/map, y ese remoto no está en vivo')
    expect((await ship('mf_reports', '2', uses(1))).after?.active).toBe('2')
    await expect(ship('mf_signing', '1', lends(2))).rejects.toThrow('con la versión 2')
  })

  test('a live release without a contract record does not block the use of its slots', async () => {
    await ship('mf_signing', '1')
    expect((await ship('mf_reports', '1', uses(1))).after?.active).toBe('1')
  })
})

/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import type { SharedReleases } from '../registry/release-store.ts'
import { jsonFile } from './json-file.ts'
import { vetContract } from './live-site.ts'
import { newInRelease } from './new-in-release.ts'
import {
  createPublisher,
  findPublisher,
  listPublishers,
  notePublisherUse,
  revokePublisher,
} from './publisher-tokens.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const LATER = new Date('2026-11-24T12:00:00Z')

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trazo-json-file-'))
  mkdirSync(join(dataDir, 'releases'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const numbers = jsonFile('numbers.json', v.array(v.number()), [])
const add = (store: Parameters<typeof numbers.read>[0], number: number) =>
  numbers.edit(store, (before) => [[...before, number], before.length])

/** @param failures what the first attempts to replace the document end with */
const sharedWith = (failures: readonly Error[]) => {
  const left = [...failures]
  let document: { text: string; version: string } | undefined
  const attempts: (string | undefined)[] = []
  const shared: Pick<SharedReleases, 'readDocument' | 'replaceDocument'> = {
    readDocument: async () => document,
    replaceDocument: async (_name, text, version) => {
      attempts.push(version)
      const failure = left.shift()
      if (failure) throw failure
      document = { text, version: `v${attempts.length}` }
    },
  }
  return { store: { dataDir, shared: shared as SharedReleases }, attempts }
}

describe('a file of the site', () => {
  test('starts empty, keeps what was written, and only its owner may read it', async () => {
    expect(await numbers.read({ dataDir })).toEqual([])
    expect(await add({ dataDir }, 5)).toBe(0)
    expect(await add({ dataDir }, 6)).toBe(1)
    expect(await numbers.read({ dataDir })).toEqual([5, 6])
    expect(statSync(join(dataDir, 'releases/numbers.json')).mode & 0o777).toBe(0o600)
  })

  test.each(['no JSON', '["text"]'])('that is damaged is named: %s', async (text) => {
    writeFileSync(join(dataDir, 'releases/numbers.json'), text)
    await expect(numbers.read({ dataDir })).rejects.toMatchObject({
      problem: 'damaged',
      message: expect.stringMatching(/^numbers\.json no se puede leer/),
    })
  })

  test('with several machines, the shared document counts, and each edit names the version that it read', async () => {
    const { store, attempts } = sharedWith([])
    await add(store, 1)
    await add(store, 2)
    expect(attempts).toEqual([undefined, 'v1'])
    expect(await numbers.read(store)).toEqual([1, 2])
    expect(await numbers.read({ dataDir })).toEqual([])
  })

  const busy = new ReleaseError('busy', 'otra máquina fue más rápida')

  test('an edit is repeated while another machine is faster, five times at most', async () => {
    const four = sharedWith([busy, busy, busy, busy])
    await add(four.store, 1)
    expect(four.attempts).toHaveLength(5)
    const five = sharedWith([busy, busy, busy, busy, busy])
    await expect(add(five.store, 1)).rejects.toBe(busy)
    expect(five.attempts).toHaveLength(5)
  })

  test.each([
    ['the store is away', new ReleaseError('away', 'no responde')],
    ['the disk is full', new Error('disk full')],
  ])('an edit is not repeated after another failure: %s', async (_name, failure) => {
    const { store, attempts } = sharedWith([failure])
    await expect(add(store, 1)).rejects.toBe(failure)
    expect(attempts).toHaveLength(1)
  })
})

describe('tokens of publishers', () => {
  const create = (owner = 'Equipo de cuentas') => createPublisher({ dataDir }, 'mf_auth', owner, NOW)
  const find = (token: string) => findPublisher({ dataDir }, `Bearer ${token}`)

  test('each token finds its own publisher, until it is revoked', async () => {
    const [one, two] = [await create('Una'), await create('Otra')]
    expect([(await find(one))?.owner, (await find(two))?.owner]).toEqual(['Una', 'Otra'])
    const [first] = await listPublishers({ dataDir })
    expect(await revokePublisher({ dataDir }, first?.id ?? '', LATER)).toMatchObject({ revokedAt: LATER.toISOString() })
    expect([await find(one), (await find(two))?.owner]).toEqual([undefined, 'Otra'])
  })

  test('an unknown token cannot be revoked, and nothing changes', async () => {
    await create()
    const before = await listPublishers({ dataDir })
    await expect(revokePublisher({ dataDir }, '00000000', LATER)).rejects.toMatchObject({ problem: 'unknown' })
    expect(await listPublishers({ dataDir })).toEqual(before)
  })

  test('the last use of a token is stored, and the token is not', async () => {
    const token = await create()
    const [first] = await listPublishers({ dataDir })
    await notePublisherUse({ dataDir }, first?.id ?? '', LATER)
    const [after] = await listPublishers({ dataDir })
    expect(after).toEqual({ ...first, lastUsedAt: LATER.toISOString() })
    expect(JSON.stringify(after)).not.toContain(token.slice(-43))
  })

  test.each(['', 'Bearer ', 'Bearer trazo_', 'Basic abc'])('%j is no token', async (authorization) => {
    await create()
    expect(await findPublisher({ dataDir }, authorization)).toBeUndefined()
    expect(await findPublisher({ dataDir }, undefined)).toBeUndefined()
  })
})

describe('what a release has that the live one lacks', () => {
  const write = (release: string, script: string) => {
    const folder = join(dataDir, 'releases/mf_auth', release)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'app.js'), script)
  }

  test('only new names are listed; without a live release, or without its files, all are', () => {
    write('1', 'localStorage.getItem("a")')
    write('2', 'localStorage.getItem("a"); eval("1")')
    const [stores] = newInRelease(dataDir, 'mf_auth', undefined, '1')
    expect(stores).toMatch(/^guarda en el navegador/)
    expect(newInRelease(dataDir, 'mf_auth', '1', '1')).toEqual([])
    expect(newInRelease(dataDir, 'mf_auth', '1', '2')).toEqual([expect.stringMatching(/^ejecuta/)])
    expect(newInRelease(dataDir, 'mf_auth', 'pruned', '2')).toHaveLength(2)
  })

  test('a release without files has nothing new', () => {
    expect(newInRelease(dataDir, 'mf_auth', undefined, 'missing')).toEqual([])
  })
})

test('a contract with warnings only is accepted, one with an error is refused with all errors', () => {
  const shell = {
    name: 'shell' as const,
    release: 's1',
    contract: 1,
    mounts: { mf_auth: ['/login'], mf_documents: [], mf_signing: [] },
    slots: { mf_auth: ['panel'], mf_documents: [], mf_signing: [] },
    provides: { 'shared/ui': '5.9.0' },
    exports: { 'shared/ui': ['Alert'] },
  }
  const contract = {
    name: 'mf_auth' as const,
    release: '1',
    contract: 1,
    routes: ['/login'],
    slots: [],
    needs: {},
    imports: {},
  }
  expect(() => vetContract(contract, shell, 'former')).not.toThrow()
  const wrong = { ...contract, routes: [], needs: { 'shared/ui': '^9.0.0' } }
  expect(() => vetContract(wrong, shell, 'live')).toThrow(/No se publicó nada\.$/)
})

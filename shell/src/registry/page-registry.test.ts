import type { RemoteName } from 'shared/contract'
import { createPageRegistry } from './page-registry.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const entryOf = (name: RemoteName, id: string) => ({
  active: id,
  fallback: null,
  releases: { [id]: { manifest: `/r/${name}/${id}/mf-manifest.json`, integrity, shared: '^1.0.0' } },
})
const guest = { version: 1, remotes: { mf_signing: entryOf('mf_signing', '1'), mf_reports: { mounts: [] } } }
const whole = {
  version: 1,
  remotes: { mf_signing: entryOf('mf_signing', '2'), mf_auth: entryOf('mf_auth', '7') },
}

const open = (page: unknown = guest) => {
  const sources = {
    page: jest.fn(async () => page),
    whole: jest.fn(async () => whole),
    again: jest.fn(async () => whole),
  }
  const registry = createPageRegistry(sources)
  const activeOf = async (name: RemoteName, fresh = false) =>
    (await registry.read(name, { fresh })).remotes[name]?.active
  return { ...sources, activeOf }
}

test('the remote of the page needs no request', async () => {
  const { activeOf, whole: asked, again } = open()
  expect(await activeOf('mf_signing')).toBe('1')
  expect([asked, again].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

test('another remote asks the server once, and the page’s own keeps the release of its start', async () => {
  const { activeOf, whole: asked } = open()
  expect(await activeOf('mf_auth')).toBe('7')
  expect(await activeOf('mf_auth')).toBe('7')
  expect(await activeOf('mf_signing')).toBe('1')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a retry takes the server’s word for its remote, and from then on', async () => {
  const { activeOf, again } = open()
  expect(await activeOf('mf_signing')).toBe('1')
  await activeOf('mf_auth')
  expect(await activeOf('mf_signing', true)).toBe('2')
  expect(await activeOf('mf_signing')).toBe('2')
  expect(again).toHaveBeenCalledTimes(1)
})

test('mounts alone are no release: an announced remote is loaded only from the registry', async () => {
  const { activeOf } = open()
  expect(await activeOf('mf_reports')).toBeUndefined()
})

test('a page that names a release without its hash is refused, and the server is asked', async () => {
  const { releases } = entryOf('mf_signing', '1')
  const unsafe = { '1': { ...releases['1'], integrity: undefined } }
  const { activeOf } = open({ version: 1, remotes: { mf_signing: { active: '1', fallback: null, releases: unsafe } } })
  await expect(activeOf('mf_signing')).rejects.toThrow()
  expect(await activeOf('mf_signing')).toBe('2')
})

import { createRegistryReader, registryEntry } from './registry.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const release = { manifest: '/r/mf_auth/1.0.0/mf-manifest.json', integrity, shared: '^1.0.0' }
const registry = {
  version: 1,
  remotes: { mf_auth: { active: '1.0.0', fallback: null, releases: { '1.0.0': release } } },
}

test('one page reads one registry, from the request that has already started', async () => {
  const first = jest.fn(async () => registry)
  const again = jest.fn(async () => registry)
  const reader = createRegistryReader(first, again)
  const [one, two] = await Promise.all([reader.read({ fresh: false }), reader.read({ fresh: false })])
  expect(one).toBe(two)
  expect(registryEntry(one, 'mf_auth').active).toBe('1.0.0')
  expect(first).toHaveBeenCalledTimes(1)
  expect(again).not.toHaveBeenCalled()
})

test('a fresh read comes from the server and replaces the old registry', async () => {
  const rolledBack = { ...registry, remotes: {} }
  const reader = createRegistryReader(
    async () => registry,
    async () => rolledBack,
  )
  await reader.read({ fresh: false })
  await reader.read({ fresh: true })
  expect((await reader.read({ fresh: false })).remotes).toEqual({})
})

test('the reader does not keep a failure, and the next read requests the registry again', async () => {
  const again = jest.fn(async () => registry)
  const busy = async () => {
    throw new Error('/registry.json answered 503')
  }
  const reader = createRegistryReader(busy, again)
  await expect(reader.read({ fresh: false })).rejects.toThrow('/registry.json answered 503')
  await expect(reader.read({ fresh: false })).resolves.toEqual(registry)
  expect(again).toHaveBeenCalledTimes(1)
})

test('a request that fails late does not replace the registry of a newer request', async () => {
  let fail: (error: Error) => void = () => undefined
  const again = jest.fn(async () => registry)
  const first = () =>
    new Promise<unknown>((_, reject) => {
      fail = reject
    })
  const reader = createRegistryReader(first, again)
  const old = reader.read({ fresh: false })
  await reader.read({ fresh: true })
  fail(new Error('offline'))
  await expect(old).rejects.toThrow('offline')
  await expect(reader.read({ fresh: false })).resolves.toEqual(registry)
  expect(again).toHaveBeenCalledTimes(1)
})

test.each([
  ['another version', { ...registry, version: 2 }],
  [
    'an active release that is not listed',
    { version: 1, remotes: { mf_auth: { active: '9', fallback: null, releases: {} } } },
  ],
  ['something else', ['<!doctype html>']],
])('the reader refuses a registry with %s', async (_name, body) => {
  const reader = createRegistryReader(
    async () => body,
    async () => body,
  )
  await expect(reader.read({ fresh: false })).rejects.toThrow()
})

test('registryEntry throws an error that names the remote without a release', async () => {
  const reader = createRegistryReader(
    async () => registry,
    async () => registry,
  )
  const read = await reader.read({ fresh: false })
  expect(() => registryEntry(read, 'mf_signing')).toThrow('lists no release of mf_signing')
})

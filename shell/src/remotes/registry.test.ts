import { createRegistryReader, entryOf } from './registry.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const release = { manifest: '/r/mf_auth/1.0.0/mf-manifest.json', integrity, shared: '^1.0.0' }
const registry = {
  version: 1,
  remotes: { mf_auth: { active: '1.0.0', fallback: null, releases: { '1.0.0': release } } },
}

/** The few things the reader asks of an answer; jsdom has no Response. */
const answer = (body: unknown, status = 200) =>
  ({ ok: status < 400, status, json: async () => body }) as unknown as Response

test('one page reads one registry, from the request that is already under way', async () => {
  const first = jest.fn(async () => answer(registry))
  const again = jest.fn(async () => answer(registry))
  const reader = createRegistryReader(first, again)
  const [one, two] = await Promise.all([reader.read({ fresh: false }), reader.read({ fresh: false })])
  expect(one).toBe(two)
  expect(entryOf(one, 'mf_auth').active).toBe('1.0.0')
  expect(first).toHaveBeenCalledTimes(1)
  expect(again).not.toHaveBeenCalled()
})

test('a fresh one is asked of the server, and is what the page goes on with', async () => {
  const rolledBack = { ...registry, remotes: {} }
  const reader = createRegistryReader(
    async () => answer(registry),
    async () => answer(rolledBack),
  )
  await reader.read({ fresh: false })
  await reader.read({ fresh: true })
  expect((await reader.read({ fresh: false })).remotes).toEqual({})
})

test('a failure is not kept: the next reading asks again', async () => {
  const again = jest.fn(async () => answer(registry))
  const reader = createRegistryReader(async () => answer('', 503), again)
  await expect(reader.read({ fresh: false })).rejects.toThrow('/registry.json answered 503')
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
])('refuses %s', async (_name, body) => {
  const reader = createRegistryReader(
    async () => answer(body),
    async () => answer(body),
  )
  await expect(reader.read({ fresh: false })).rejects.toThrow()
})

test('says which remote has no release', async () => {
  const reader = createRegistryReader(
    async () => answer(registry),
    async () => answer(registry),
  )
  const read = await reader.read({ fresh: false })
  expect(() => entryOf(read, 'mf_signing')).toThrow('lists no release of mf_signing')
})

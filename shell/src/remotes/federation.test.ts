import { fits, keepShared, resourcePlugin } from './federation.ts'

const plugin = (count: number, integrity?: string, entries = new Map<string, string>()) =>
  resourcePlugin({ integrityOf: () => integrity, countOf: () => count, entries }, 10_000)

const manifestWith = (remoteEntry: object) => JSON.stringify({ name: 'mf_signing', metaData: { remoteEntry } })

/** jsdom has no Response. */
const answerWith = (text: string) => {
  const answer = { ok: true, status: 200, clone: () => answer, json: async () => JSON.parse(text) }
  return answer as Response
}

const call = <T>(hook: unknown, ...args: readonly unknown[]): T =>
  (hook as (...given: readonly unknown[]) => T)(...args)

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.4.2', '^1.0.0', true],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '^1.1.0', false],
])('shared %s for a release that needs %s: %s', (version, range, expected) => {
  expect(fits(version, range)).toBe(expected)
})

describe('a manifest', () => {
  const answer = answerWith(manifestWith({ name: 'remoteEntry.js' }))
  beforeEach(() => {
    globalThis.fetch = jest.fn(async () => answer)
    // jsdom has no AbortSignal.timeout().
    AbortSignal.timeout ??= () => new AbortController().signal
  })

  test('is fetched with its integrity and a time limit', async () => {
    await expect(call(plugin(1, 'sha384-AAAA').fetch, '/m.json', {})).resolves.toBe(answer)
    expect(fetch).toHaveBeenCalledWith(
      '/m.json',
      expect.objectContaining({ integrity: 'sha384-AAAA', cache: 'default', signal: expect.any(AbortSignal) }),
    )
  })

  test('embedded in the page is requested only on a retry', async () => {
    const json = manifestWith({})
    document.head.innerHTML = `<script type="application/json" data-manifest="/m.json">${json}</script>`
    const page = jest.fn(() => answer)
    globalThis.Response = page as unknown as typeof Response
    await call(plugin(1, 'sha384-AAAA').fetch, 'http://localhost/m.json', {})
    expect(page).toHaveBeenCalledWith(json, { headers: { 'content-type': 'application/json' } })
    expect(fetch).not.toHaveBeenCalled()
    await call(plugin(1).fetch, 'http://localhost/other.json', {})
    await call(plugin(2).fetch, 'http://localhost/m.json', {})
    expect(fetch).toHaveBeenCalledTimes(2)
    document.head.innerHTML = ''
  })

  test('goes past the cache on a further attempt', async () => {
    await call(plugin(2).fetch, '/m.json', {})
    expect(fetch).toHaveBeenCalledWith('/m.json', expect.objectContaining({ cache: 'no-store' }))
  })

  test('that is refused says with what status', async () => {
    globalThis.fetch = jest.fn(async () => ({ ok: false, status: 503 }) as Response)
    await expect(call(plugin(1).fetch, '/m.json', {})).rejects.toThrow('/m.json answered 503')
  })

  test.each(['<!doctype html>', '{"name":"mf_signing"}'])('that is none is no answer: %s', async (text) => {
    globalThis.fetch = jest.fn(async () => answerWith(text))
    await expect(call(plugin(1).fetch, '/m.json', {})).rejects.toThrow()
  })
})

test.each([
  [1, 'http://localhost/remoteEntry.js'],
  [3, 'http://localhost/remoteEntry.js?attempt=3'],
])('attempt %i loads the script at %s, with a time limit', (count, src) => {
  const made = call<{ script: HTMLScriptElement; timeout: number }>(plugin(count).createScript, {
    url: 'http://localhost/remoteEntry.js',
  })
  expect(made.script.src).toBe(src)
  expect(made.timeout).toBe(10_000)
})

describe('the entry', () => {
  const load = (url: string, entries: Map<string, string>) =>
    call<{ script: HTMLScriptElement }>(plugin(1, undefined, entries).createScript, {
      url,
      remoteInfo: { name: 'mf_signing' },
    }).script

  test('must match the hash in the last manifest', async () => {
    const entries = new Map<string, string>()
    const fetchManifest = async (remoteEntry: object) => {
      globalThis.fetch = jest.fn(async () => answerWith(manifestWith(remoteEntry)))
      await call(plugin(1, undefined, entries).fetch, '/m.json', {}, { name: 'mf_signing' })
    }
    await fetchManifest({ integrity: 'sha256-AAAA' })
    expect(load('http://localhost/e.js', entries).integrity).toBe('sha256-AAAA')
    await fetchManifest({ name: 'from before there were hashes' })
    expect(load('http://localhost/e.js', entries).integrity).toBe('')
  })

  test('of another origin has to be readable', () => {
    expect(load('http://localhost/e.js', new Map()).crossOrigin).toBeNull()
    expect(load('http://localhost.example/e.js', new Map()).crossOrigin).toBe('anonymous')
  })
})

test('a shared module that a remote was the first to load stays when that remote is forgotten', () => {
  const module = (from: string) => ({ '1.0.0': { from } })
  const scope = { 'shared/ui': module('shell'), 'shared/controls': module('mf_auth') }
  keepShared({ default: scope })
  expect(scope['shared/controls']).toEqual(module('shell'))
  expect(scope['shared/ui']).toEqual(module('shell'))
})

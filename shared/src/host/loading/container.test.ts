/** @jest-environment jsdom */
import { appOf, remoteEntryFile, runScript, takeContainer } from './container.ts'

const TIMEOUT_MS = 10_000
const attempt = (count: number) => ({ count, timeoutMs: TIMEOUT_MS })
const file = (url: string, integrity?: string) => ({ url, integrity })

const manifestWith = (remoteEntry: object) => JSON.stringify({ name: 'mf_signing', metaData: { remoteEntry } })
const MANIFEST = manifestWith({ name: 'remoteEntry.js', integrity: 'sha256-AAAA' })

/** jsdom has no Response. */
const answerWith = (text: string) => ({ ok: true, status: 200, json: async () => JSON.parse(text) }) as Response

describe('a manifest', () => {
  beforeEach(() => {
    globalThis.fetch = jest.fn(async () => answerWith(MANIFEST))
    // jsdom has no AbortSignal.timeout().
    AbortSignal.timeout ??= () => new AbortController().signal
  })
  afterEach(() => {
    document.head.innerHTML = ''
  })

  test('the page fetches a manifest with its integrity hash and a time limit', async () => {
    await remoteEntryFile(file('/m.json', 'sha384-AAAA'), attempt(1))
    expect(fetch).toHaveBeenCalledWith(
      'http://localhost/m.json',
      expect.objectContaining({ integrity: 'sha384-AAAA', cache: 'default', signal: expect.any(AbortSignal) }),
    )
  })

  test('the page fetches an embedded manifest only on a retry', async () => {
    const json = manifestWith({ name: 'ofPage.js' })
    document.head.innerHTML = `<script type="application/json" data-manifest="/r/m.json">${json}</script>`
    await expect(remoteEntryFile(file('/r/m.json', 'sha384-AAAA'), attempt(1))).resolves.toEqual({
      url: 'http://localhost/r/ofPage.js',
      integrity: undefined,
    })
    expect(fetch).not.toHaveBeenCalled()
    await remoteEntryFile(file('/r/other.json'), attempt(1))
    await remoteEntryFile(file('/r/m.json'), attempt(2))
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('a manifest of another origin must name the hash of its entry, unless a developer chose the manifest', async () => {
    globalThis.fetch = jest.fn(async () => answerWith(manifestWith({ name: 'remoteEntry.js' })))
    const elsewhere = 'https://cdn.example/1/m.json'
    await expect(remoteEntryFile(file(elsewhere, 'sha384-AAAA'), attempt(1))).rejects.toThrow(
      'has no hash of its entry',
    )
    await expect(remoteEntryFile(file(elsewhere), attempt(1))).resolves.toHaveProperty('integrity', undefined)
    await expect(remoteEntryFile(file('/r/m.json', 'sha384-AAAA'), attempt(1))).resolves.toHaveProperty(
      'integrity',
      undefined,
    )
  })

  test('a further attempt fetches the manifest past the cache', async () => {
    await remoteEntryFile(file('/m.json'), attempt(2))
    expect(fetch).toHaveBeenCalledWith('http://localhost/m.json', expect.objectContaining({ cache: 'no-store' }))
  })

  test('a refused manifest is an error that names the status', async () => {
    globalThis.fetch = jest.fn(async () => ({ ok: false, status: 503 }) as Response)
    await expect(remoteEntryFile(file('/m.json'), attempt(1))).rejects.toThrow('/m.json answered 503')
  })

  test.each(['<!doctype html>', '{"name":"mf_signing"}'])('an invalid manifest is an error: %s', async (text) => {
    globalThis.fetch = jest.fn(async () => answerWith(text))
    await expect(remoteEntryFile(file('/m.json'), attempt(1))).rejects.toThrow()
  })

  test.each([
    ['/r/mf_auth/1/m.json', 'http://localhost/r/mf_auth/1/remoteEntry.js'],
    ['http://localhost:3001/m.json', 'http://localhost:3001/remoteEntry.js'],
  ])('the entry is in the folder of the manifest %s and has the hash that the manifest names', async (url, entry) => {
    await expect(remoteEntryFile(file(url), attempt(1))).resolves.toEqual({ url: entry, integrity: 'sha256-AAAA' })
  })

  test('a manifest without a hash gives an entry without a hash', async () => {
    globalThis.fetch = jest.fn(async () => answerWith(manifestWith({ name: 'e.js' })))
    await expect(remoteEntryFile(file('/m.json'), attempt(1))).resolves.toHaveProperty('integrity', undefined)
  })
})

describe('the entry', () => {
  const started = () => document.head.querySelector('script') ?? document.createElement('script')
  const run = (url: string, count: number, integrity?: string) => {
    const done = runScript(file(url, integrity), attempt(count))
    return { done, script: started() }
  }
  afterEach(() => jest.useRealTimers())

  test.each([
    [1, 'http://localhost/remoteEntry.js'],
    [3, 'http://localhost/remoteEntry.js?attempt=3'],
  ])('the page loads the entry on attempt %i from %s', async (count, src) => {
    const { done, script } = run('http://localhost/remoteEntry.js', count)
    expect(script.src).toBe(src)
    script.dispatchEvent(new Event('load'))
    await done
    expect(document.head.querySelector('script')).toBeNull()
  })

  test.each(['sha256-AAAA', undefined])('the script of the entry has the integrity hash %s', async (integrity) => {
    const { done, script } = run('http://localhost/e.js', 1, integrity)
    expect(script.integrity).toBe(integrity ?? '')
    script.dispatchEvent(new Event('load'))
    await done
  })

  test('the script of an entry on another origin loads with CORS', async () => {
    for (const [url, crossOrigin] of [
      ['http://localhost/e.js', null],
      ['http://localhost.example/e.js', 'anonymous'],
    ] as const) {
      const { done, script } = run(url, 1)
      expect(script.crossOrigin).toBe(crossOrigin)
      script.dispatchEvent(new Event('load'))
      await done
    }
  })

  test('an entry that does not load is an error that names its address', async () => {
    const { done, script } = run('http://localhost/e.js', 1)
    script.dispatchEvent(new Event('error'))
    await expect(done).rejects.toThrow('http://localhost/e.js did not load')
  })

  test('an entry that does not arrive fails after the time limit', async () => {
    jest.useFakeTimers()
    const { done } = run('http://localhost/e.js', 1)
    jest.advanceTimersByTime(TIMEOUT_MS)
    await expect(done).rejects.toThrow('http://localhost/e.js did not arrive within 10000 ms')
    expect(document.head.querySelector('script')).toBeNull()
  })
})

describe('a container', () => {
  test('takeContainer removes the container, so a later entry without a container is an error', () => {
    const container = { init: () => undefined, get: () => undefined }
    Reflect.set(window, 'mf_auth', container)
    expect(takeContainer('mf_auth')).toEqual(container)
    expect(() => takeContainer('mf_auth')).toThrow('the entry of mf_auth left no container')
  })

  test('the container gets the modules of the shell before the page requests its app', async () => {
    const scope = { react: {} }
    const calls: unknown[] = []
    const container = {
      init: async (given: unknown) => void calls.push(given),
      get: async (request: unknown) => {
        calls.push(request)
        return () => 'app'
      },
    }
    await expect(appOf(container, scope, false)).resolves.toBe('app')
    expect(calls).toEqual([scope, './app'])
  })

  test('a container that needs other shared modules fails with its own message', async () => {
    const init = () => Promise.reject(new Error('does not satisfy the requirement'))
    await expect(appOf({ init, get: () => undefined }, {}, false)).rejects.toThrow('does not satisfy the requirement')
  })
})

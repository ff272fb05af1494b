import { fits, resourcePlugin } from './federation.ts'

const plugin = (count: number, integrity?: string) =>
  resourcePlugin({ integrityOf: () => integrity, countOf: () => count }, 10_000)

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
  const answer = { ok: true, status: 200 }
  beforeEach(() => {
    globalThis.fetch = jest.fn(async () => answer as Response)
    // jsdom's AbortSignal has no timeout().
    AbortSignal.timeout ??= () => new AbortController().signal
  })

  test('is fetched with its integrity and a time limit', async () => {
    await expect(call(plugin(1, 'sha384-AAAA').fetch, '/m.json', {})).resolves.toBe(answer)
    expect(fetch).toHaveBeenCalledWith(
      '/m.json',
      expect.objectContaining({ integrity: 'sha384-AAAA', cache: 'default', signal: expect.any(AbortSignal) }),
    )
  })

  test('that stands in the page is asked for on a further attempt only', async () => {
    const json = '{"name":"mf_signing"}'
    document.head.innerHTML = `<script type="application/json" data-manifest="/m.json">${json}</script>`
    const page = jest.fn()
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

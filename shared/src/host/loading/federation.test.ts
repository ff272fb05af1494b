/** @jest-environment jsdom */
import { provideScope } from '../../federation/page-scope.ts'
import type { ShareScope } from '../../federation/share-scope.ts'
import { createFederation } from './federation.ts'

const providerOf = (version: string, get: ShareScope[string][string]['get']) => ({
  version,
  get,
  from: 'shell',
  scope: ['default'],
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
  strategy: 'loaded-first' as const,
  deps: [],
  useIn: [],
  loading: null,
})

describe('a release', () => {
  const instances: { name: string }[] = []
  const provider = providerOf('19.3.1', async () => () => 'the shell’s')
  const inits: ShareScope[] = []
  const fetched: [string, RequestInit | undefined][] = []
  const scripts: string[] = []

  beforeEach(() => {
    for (const list of [inits, fetched, scripts]) list.length = 0
    provideScope({ react: { '19.3.1': provider }, 'shared/contract': { '5.18.0': providerOf('5.18.0', provider.get) } })
    AbortSignal.timeout ??= () => new AbortController().signal
    globalThis.fetch = async (input, init) => {
      fetched.push([String(input), init])
      const body = { metaData: { remoteEntry: { name: 'entry.js', integrity: 'sha256-AAAA' } } }
      return { ok: true, status: 200, json: async () => body } as Response
    }
    jest.spyOn(document.head, 'append').mockImplementation((script) => {
      if (!(script instanceof HTMLScriptElement)) return
      scripts.push(script.src)
      const get = async () => () => `the app of ${script.src}`
      Reflect.set(window, 'mf_signing', { init: (scope: ShareScope) => void inits.push(scope), get })
      script.dispatchEvent(new Event('load'))
    })
    instances.length = 0
    Object.assign(globalThis, { __FEDERATION__: { __INSTANCES__: instances } })
  })
  afterEach(() => jest.restoreAllMocks())

  const release = { manifest: '/r/1/m.json', integrity: 'sha384-AAAA' }

  test('comes from the site of the registry, and gets a copy of the shell’s modules', async () => {
    const federation = createFederation('https://trazo.example')
    expect(await federation.load('mf_signing', release)).toBe('the app of https://trazo.example/r/1/entry.js')
    expect(fetched).toEqual([
      ['https://trazo.example/r/1/m.json', expect.objectContaining({ integrity: 'sha384-AAAA', cache: 'default' })],
    ])
    expect(inits[0]?.react?.['19.3.1']).toMatchObject({ version: '19.3.1', get: provider.get })
    expect(inits[0]?.react?.['19.3.1']).not.toBe(provider)
  })

  test('a repeated load goes past the cache, of its own remote only', async () => {
    const federation = createFederation('https://trazo.example')
    await federation.load('mf_signing', release)
    await federation.load('mf_signing', release)
    expect(fetched.map(([, init]) => init?.cache)).toEqual(['default', 'no-store'])
    expect(scripts[1]).toBe('https://trazo.example/r/1/entry.js?attempt=2')
    await expect(federation.load('mf_auth', release)).rejects.toThrow('the entry of mf_auth left no container')
    expect(fetched[2]?.[1]?.cache).toBe('default')
  })

  test('replaces an earlier instance of its name, and no other', async () => {
    const names = () => instances.map(({ name }) => name)
    for (const name of ['shell', 'mf_signing', 'mf_auth', 'mf_signing']) instances.push({ name })
    const federation = createFederation('https://trazo.example')
    await federation.load('mf_signing', release)
    expect(names()).toEqual(['shell', 'mf_auth'])
    Reflect.deleteProperty(globalThis, '__FEDERATION__')
    await expect(federation.load('mf_signing', release)).resolves.toContain('the app')
  })

  test('may replace modules of the shell only if a developer chose its manifest, which then has no hash', async () => {
    const evil = { ...provider, get: async () => () => 'evil' }
    const federation = createFederation('https://trazo.example')
    jest.spyOn(document.head, 'append').mockImplementation((script) => {
      const init = (scope: ShareScope) => void Object.assign(scope.react ?? {}, { '19.3.1': evil })
      Reflect.set(window, 'mf_signing', { init, get: async () => () => 'the app' })
      if (script instanceof Element) script.dispatchEvent(new Event('load'))
    })
    await expect(federation.load('mf_signing', release)).rejects.toThrow('the container replaces react of the shell')
    await expect(federation.load('mf_signing', { manifest: release.manifest })).resolves.toBe('the app')
  })

  test('the version of shared is the one that the page provides; a page without federation is an error', async () => {
    expect(createFederation('https://trazo.example').sharedVersion()).toBe('5.18.0')
    provideScope({})
    expect(createFederation('https://trazo.example').sharedVersion()).toBeUndefined()
    await jest.isolateModulesAsync(async () => {
      const alone = await import('./federation.ts')
      expect(() => alone.createFederation('https://trazo.example')).toThrow('without module federation')
    })
  })
})

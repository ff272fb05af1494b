import { act, screen } from '@testing-library/react'
import { REMOTE_BRAND, REMOTE_CONTRACT } from '../../contract/index.ts'
import { useLocation } from '../../router/index.ts'
import { serveFetch } from '../../testing/serve-fetch.ts'
import { type MountedSigning, mountSigning, type SigningOptions } from './mount-signing.tsx'

const SITE = 'https://trazo.example'
const LINK = `${SITE}/sign/7/contrato?token=abc`

const federations: string[] = []
const mockLoad = jest.fn<Promise<unknown>, [string, { manifest: string }]>()
jest.mock('../loading/federation.ts', () => ({
  createFederation: (site: string) => {
    federations.push(site)
    return { sharedVersion: () => '1.0.0', load: mockLoad }
  },
}))

function Page() {
  const { pathname, search } = useLocation()
  return <h1>{pathname + search}</h1>
}

const app = {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_signing',
  routes: [{ path: '/sign/:documentId/:documentName', Component: Page }],
  slots: {},
}
const releaseOf = (name: string) => ({
  manifest: `/r/mf_signing/${name}/m.json`,
  integrity: `sha384-${'A'.repeat(64)}`,
  shared: '^1.0.0',
})
const registry = {
  version: 1,
  remotes: {
    mf_signing: {
      active: '2.0.0',
      fallback: '1.0.0',
      releases: { '1.0.0': releaseOf('1.0.0'), '2.0.0': releaseOf('2.0.0') },
    },
  },
}

const start = async (over: Partial<SigningOptions> = {}) => {
  const element = document.createElement('div')
  document.body.append(element)
  const onEvent = jest.fn()
  let mounted: MountedSigning | undefined
  await act(async () => {
    mounted = await mountSigning({ site: SITE, link: LINK, element, onEvent, ...over })
  })
  return { element, onEvent, unmount: () => act(() => mounted?.unmount()) }
}

let calls: ReturnType<typeof serveFetch> = []
beforeEach(() => {
  calls = serveFetch(() => ({ status: 200, body: registry }))
  mockLoad.mockImplementation(async () => ({ default: app }))
  // The answers of the tests are read as text.
  globalThis.fetch = wrapJson(globalThis.fetch)
})
afterEach(() => {
  mockLoad.mockReset()
  document.body.innerHTML = ''
})

function wrapJson(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    return Object.assign(answer, { json: async () => JSON.parse(await answer.text()) })
  }
}

test('the element shows the page of the link in the chosen theme, and is as before after the end', async () => {
  const { element, unmount } = await start({ theme: 'dark' })
  expect(screen.getByRole('heading')).toHaveTextContent('/sign/7/contrato?token=abc')
  expect(element.classList.contains('trazo')).toBe(true)
  expect(element.dataset.theme).toBe('dark')
  unmount()
  expect(element).toBeEmptyDOMElement()
  expect(element.classList.contains('trazo')).toBe(false)
  expect(element.dataset.theme).toBeUndefined()
  const light = await start()
  expect(light.element.dataset.theme).toBe('light')
  light.unmount()
})

test('the page loads the active release of the site, from the registry of the site and past the cache', async () => {
  const send = jest.spyOn(globalThis, 'fetch')
  const site = 'https://one.example'
  const { unmount } = await start({ site, link: `${site}/sign/7/contrato` })
  expect(federations).toContain(site)
  expect(send.mock.calls.map(([url, init]) => [String(url), init])).toEqual([
    ['https://one.example/registry.json', { cache: 'no-store', credentials: 'omit' }],
  ])
  expect(mockLoad.mock.calls).toEqual([['mf_signing', releaseOf('2.0.0')]])
  expect(globalThis.trazoSite).toBe(site)
  unmount()
})

test('a second mount of the same site uses the loaded release again', async () => {
  const first = await start()
  first.unmount()
  const [before, loads] = [calls.length, mockLoad.mock.calls.length]
  const second = await start()
  second.unmount()
  expect([calls.length, mockLoad.mock.calls.length]).toEqual([before, loads])
})

test('a release that does not load gives way to the previous one', async () => {
  const site = 'https://two.example'
  mockLoad.mockImplementation(async (_name, { manifest }) => {
    if (manifest.includes('2.0.0')) throw new Error('does not satisfy the requirement')
    return { default: app }
  })
  const { unmount } = await start({ site, link: `${site}/sign/7/contrato` })
  expect(mockLoad.mock.calls.map(([, { manifest }]) => manifest)).toEqual([
    '/r/mf_signing/2.0.0/m.json',
    '/r/mf_signing/1.0.0/m.json',
  ])
  unmount()
})

test.each([
  ['another site', 'https://evil.example/sign/7/contrato'],
  ['another page of the site', `${SITE}/dashboard`],
])('a link of %s is refused before anything loads', async (_name, link) => {
  await expect(mountSigning({ site: SITE, link, element: document.body })).rejects.toThrow(
    new TypeError(`the link is no invitation of ${SITE}`),
  )
  expect(calls).toEqual([])
})

test('one page is mounted at a time, also after a failure', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow('is mounted already: unmount it first')
  first.unmount()
  const site = 'https://three.example'
  mockLoad.mockRejectedValue(new Error('does not satisfy the requirement'))
  const onEvent = jest.fn()
  await expect(start({ site, link: `${site}/sign/7/contrato`, onEvent })).rejects.toThrow('could not be loaded')
  window.dispatchEvent(new CustomEvent('trazo', { detail: { type: 'ready' } }))
  expect(onEvent).not.toHaveBeenCalled()
  const again = await start()
  again.unmount()
})

test('after a failure the next mount reads the registry again, so that a repaired release is found', async () => {
  const site = 'https://five.example'
  const options = { site, link: `${site}/sign/7/contrato` }
  mockLoad.mockRejectedValue(new Error('does not satisfy the requirement'))
  await expect(start(options)).rejects.toThrow('could not be loaded')
  expect(calls).toHaveLength(1)
  mockLoad.mockImplementation(async () => ({ default: app }))
  const { unmount } = await start(options)
  expect(calls).toHaveLength(2)
  unmount()
})

test('a registry that answers with an error is named', async () => {
  globalThis.fetch = async () => ({ ok: false, status: 503 }) as Response
  jest.useFakeTimers()
  const site = 'https://four.example'
  const failed = mountSigning({ site, link: `${site}/sign/7/contrato`, element: document.body }).catch(String)
  await act(() => jest.advanceTimersByTimeAsync(1000))
  expect(await failed).toContain('https://four.example/registry.json answered 503')
  jest.useRealTimers()
})

test('the host hears the events of the page with the document of the link, until the page is unmounted', async () => {
  const { onEvent, unmount } = await start()
  const tell = () => window.dispatchEvent(new CustomEvent('trazo', { detail: { type: 'signed' } }))
  tell()
  expect(onEvent.mock.calls).toEqual([[{ type: 'signed', documentId: 7 }]])
  window.dispatchEvent(new Event('trazo'))
  unmount()
  tell()
  expect(onEvent).toHaveBeenCalledTimes(1)
})

test('a worker starts from a script of the page’s own origin, which imports the site’s', async () => {
  const { unmount } = await start()
  const scripts: Blob[] = []
  URL.createObjectURL = (script) => {
    if (script instanceof Blob) scripts.push(script)
    return 'blob:one'
  }
  const Worker = jest.fn()
  Object.assign(globalThis, { Worker })
  globalThis.trazoWorker?.('https://trazo.example/worker.js')
  expect(Worker).toHaveBeenCalledWith('blob:one', { type: 'module' })
  expect(scripts[0]?.type).toBe('text/javascript')
  const text = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    if (scripts[0]) reader.readAsText(scripts[0])
  })
  expect(text).toBe('import "https://trazo.example/worker.js"')
  unmount()
})

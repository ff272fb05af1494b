/** @jest-environment jsdom */
import { holdShell } from '../../server/prerender/hold-shell.ts'

const SHELL = '<head></head><body><div id="root"></div><script defer="defer" src="/assets/main.js"></script></body>'

interface Held {
  arrived?: number
  readonly loaded: Promise<unknown>
  readonly painted: Promise<unknown>
  readonly pictured?: Promise<unknown>
}

/**
 * Runs the script that holds the shell.
 * @param change what earlier scripts do to the page before it
 */
const open = (page: Held | undefined, change: (release: Element) => void = () => undefined) => {
  const { html } = holdShell(SHELL, '<script>start()</script>')
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(html) ?? []
  document.head.replaceChildren()
  document.body.innerHTML = body
  const scripts = [...document.body.querySelectorAll('script')]
  const release = scripts.at(-1)
  if (!release) throw new Error('no script')
  change(release)
  Object.assign(window, { trazoPrerender: page })
  // biome-ignore lint/security/noGlobalEval: the browser runs it from the page
  globalThis.eval(release.textContent)
  return () => document.head.querySelector('script') !== null
}

const endless = new Promise<never>(() => undefined)
const held = (over: Partial<Held> = {}): Held => ({ loaded: endless, painted: endless, ...over })

/** Bytes arrive every 100 ms until `end`. */
const bringBytes = async (page: Held, end: number): Promise<void> => {
  while (performance.now() < end) {
    page.arrived = performance.now()
    await jest.advanceTimersByTimeAsync(100)
  }
}

beforeEach(() => jest.useFakeTimers({ now: 0 }))
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('the shell follows as soon as pdf.js is there', async () => {
  const { promise, resolve } = Promise.withResolvers()
  const released = open(held({ loaded: promise }))
  await jest.advanceTimersByTimeAsync(300)
  expect(released()).toBe(false)
  resolve(undefined)
  await jest.advanceTimersByTimeAsync(0)
  expect(released()).toBe(true)
})

test('an element that an earlier script adds before the script that holds the shell changes nothing', async () => {
  const released = open(held({ loaded: Promise.resolve() }), (release) =>
    release.before(document.createElement('canvas')),
  )
  await jest.advanceTimersByTimeAsync(0)
  expect(released()).toBe(true)
})

test('the shell follows as soon as the picture of the first page is shown', async () => {
  const { promise, resolve } = Promise.withResolvers()
  const page = held({ pictured: promise })
  const released = open(page)
  await bringBytes(page, 5000)
  expect(released()).toBe(false)
  resolve(undefined)
  await jest.advanceTimersByTimeAsync(0)
  expect(released()).toBe(true)
})

test.each([
  ['without a prerender', undefined],
  ['with a release that tells no arrivals, or without a first byte', held()],
])('%s the shell waits one second at the most', async (_what, page) => {
  const released = open(page && { ...page })
  await jest.advanceTimersByTimeAsync(page ? 999 : 0)
  expect(released()).toBe(page === undefined)
  await jest.advanceTimersByTimeAsync(1)
  expect(released()).toBe(true)
})

test('while pdf.js arrives over a slow network, the shell takes no bandwidth until the page is painted', async () => {
  const loaded = Promise.withResolvers()
  const painted = Promise.withResolvers()
  const page = held({ loaded: loaded.promise, painted: painted.promise })
  const released = open(page)
  await bringBytes(page, 10_000)
  loaded.resolve(undefined)
  await bringBytes(page, 15_000)
  await jest.advanceTimersByTimeAsync(2000)
  expect(released()).toBe(false)
  painted.resolve(undefined)
  await jest.advanceTimersByTimeAsync(0)
  expect(released()).toBe(true)
})

test('a large document holds the shell for four seconds at the most', async () => {
  const page = held()
  const released = open(page)
  await bringBytes(page, 15_000)
  await jest.advanceTimersByTimeAsync(4000)
  expect(released()).toBe(false)
  await jest.advanceTimersByTimeAsync(1000)
  expect(released()).toBe(true)
})

test('a download that gets stuck, or takes half a minute, releases the shell', async () => {
  const stuck = held()
  const released = open(stuck)
  await bringBytes(stuck, 2000)
  expect(released()).toBe(false)
  await jest.advanceTimersByTimeAsync(5000)
  expect(released()).toBe(true)

  const endlessly = held()
  const later = open(endlessly)
  await bringBytes(endlessly, performance.now() + 35_000)
  expect(later()).toBe(true)
})

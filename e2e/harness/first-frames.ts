import type { BrowserContext, Page, Request, Route } from 'playwright/test'
import { expect } from 'playwright/test'
import { fileEventsCall } from 'shared/contract'
import { API_PREFIXES } from '../../shell/server/proxy.ts'

/** How error and empty texts begin. Pages that explain something may contain them further on. */
const WORDINGS =
  /^(No se encontr|No encontramos|No pudimos|No se pud|No hay conexión|No tienes|Todavía no|Aún no|Ning[úu]n|Error|Algo salió mal)/

declare global {
  interface Window {
    /** Every error and empty text that the page has shown so far. */
    trazoProblems?: { readonly seen: Set<string>; readonly now: () => string[] }
    /** Resolves when no script waits to run, two frames were drawn, and nothing is left to do after them. */
    trazoDrawn?: () => Promise<boolean>
  }
}

/**
 * Runs in the page, before the clock is replaced: a frame and an idle moment of the replaced clock are timers, and come
 * while React still renders. A script that has arrived may still wait to be compiled, with an idle page around it.
 */
const watchScripts = (): void => {
  const { requestAnimationFrame: frame, requestIdleCallback: idle } = window
  const ran = new WeakSet<EventTarget>()
  const note = ({ target }: Event): void => {
    if (target !== null) ran.add(target)
  }
  document.addEventListener('load', note, true)
  document.addEventListener('error', note, true)
  const isWaiting = (): boolean =>
    document.readyState === 'loading' ||
    [...document.querySelectorAll('script[src]')].some((script) => !ran.has(script))
  window.trazoDrawn = () => new Promise((resolve) => frame(() => frame(() => idle(() => resolve(!isWaiting())))))
}

/** Runs in the page, before its scripts. */
const watchProblems = (wordings: string): void => {
  const wording = new RegExp(wordings)
  const textOf = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isShown = (element: Element | null): boolean =>
    element !== null && element.closest('[hidden], head, script, style, noscript, template') === null

  const now = (): string[] => {
    // `EmptyState` of `shared/ui`: a build keeps the class's name.
    const elements = [...document.querySelectorAll('[role="alert"], [class^="shared-"][class*="-empty"]')]
    const found = elements.filter((element) => isShown(element)).map(textOf)
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (wording.test(textOf(node)) && isShown(node.parentElement)) found.push(textOf(node))
    return found.filter((text) => text !== '')
  }
  const seen = new Set<string>()
  window.trazoProblems = { seen, now }
  new MutationObserver(() => {
    for (const text of now()) seen.add(text)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

const isApiRequest = (address: URL): boolean =>
  API_PREFIXES.some((prefix) => address.pathname === prefix || address.pathname.startsWith(`${prefix}/`))

/** Never ends. */
const isEventStream = (request: Request): boolean => new URL(request.url()).pathname === fileEventsCall.path

export interface FirstFrames {
  /** Shown while no call had an answer. */
  readonly beforeAnswers: string[]
  /** Shown and withdrawn while the answers came in, one after the other. */
  readonly withdrawn: string[]
  /** Calls that were answered. */
  readonly answered: number
}

interface HeldPage {
  readonly page: Page
  readonly held: Route[]
  readonly ends: Map<Request, () => void>
  /** Resolves when everything but the held answers has arrived and is drawn. */
  readonly settled: () => Promise<void>
}

/** React waits up to 300 ms before it replaces a loader; loaders wait 150 ms. */
const LONGEST_DELAY_MS = 500

const openHeld = async (context: BrowserContext, path: string): Promise<HeldPage> => {
  const page = await context.newPage()
  const held: Route[] = []
  const ends: HeldPage['ends'] = new Map()
  const pending = new Set<Request>()
  page.on('request', (request) => !isApiRequest(new URL(request.url())) && pending.add(request))
  const end = (request: Request): void => {
    pending.delete(request)
    ends.get(request)?.()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.addInitScript(watchScripts)
  await page.clock.install()
  await page.addInitScript(watchProblems, WORDINGS.source)
  await page.route(isApiRequest, (route) => {
    held.push(route)
  })
  const settled = () =>
    expect(async () => {
      await expect.poll(() => pending.size).toBe(0)
      await page.clock.runFor(LONGEST_DELAY_MS)
      expect(await page.evaluate(() => window.trazoDrawn?.())).toBe(true)
      expect(pending.size).toBe(0)
    }).toPass()
  await page.goto(path, { waitUntil: 'commit' })
  // A page's part is loaded while the frame of the site is shown.
  await expect(page.getByRole('main')).toContainText(/\S/)
  await settled()
  return { page, held, ends, settled }
}

const problemsOf = (page: Page) =>
  page.evaluate(() => ({ seen: [...(window.trazoProblems?.seen ?? [])], now: window.trazoProblems?.now() ?? [] }))

const answerNext = async ({ held, ends, settled }: HeldPage): Promise<boolean> => {
  const route = held.find((each) => !isEventStream(each.request()))
  if (route === undefined) return false
  held.splice(held.indexOf(route), 1)
  const ended = Promise.withResolvers<void>()
  ends.set(route.request(), ended.resolve)
  await route.continue()
  await ended.promise
  await settled()
  return true
}

/** Opens an address without answers of the API, then gives them one by one. */
export const firstFramesOf = async (context: BrowserContext, path: string): Promise<FirstFrames> => {
  const opened = await openHeld(context, path)
  const { seen: beforeAnswers } = await problemsOf(opened.page)
  let answered = 0
  while (await answerNext(opened)) answered += 1
  const { seen, now } = await problemsOf(opened.page)
  await opened.page.unrouteAll({ behavior: 'ignoreErrors' })
  await opened.page.close()
  return { beforeAnswers, withdrawn: seen.filter((text) => !now.includes(text)), answered }
}

import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { chromium } from 'playwright'
import { findChromium, findHeadlessShell } from '../../../scripts/tools.ts'
import { MARK_BLUE, markPlace } from '../documents/mark.ts'
import { installProbe } from './probe.ts'

/** Milliseconds. */
const TIMEOUT_MS = 60_000

export const openBrowser = (more: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium() ?? findHeadlessShell()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-quic', ...more],
  })
}

/** Empty cache, no connections. */
const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'es-CR',
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1,
    ...options,
  })
  const page = await context.newPage()
  await page.addInitScript(installProbe, { mark: markPlace, blue: MARK_BLUE, timeout: TIMEOUT_MS })
  return page
}

export const withPage = async <T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  options?: BrowserContextOptions,
): Promise<T> => {
  const page = await openPage(browser, options)
  try {
    return await work(page)
  } finally {
    await page.context().close()
  }
}

import { existsSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'

declare global {
  interface Performance {
    /** Chromium only, on cross-origin isolated pages. */
    measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>
  }
}

export interface MemoryOfPage {
  /** Bytes of the page and its workers. */
  readonly counted: number
  /** Bytes; undefined outside Linux. */
  readonly resident: number | undefined
}

/** The browser has one page, so its renderer is the largest. */
const residentBytes = async (browser: Browser): Promise<number | undefined> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/status`)
    .filter((file) => existsSync(file))
    .map((file) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024)
  return sizes.length > 0 ? Math.max(...sizes) : undefined
}

/**
 * Measures after a garbage collection.
 *
 * @throws Error if the page is not cross-origin isolated
 */
export const memoryOfPage = async (browser: Browser, page: Page): Promise<MemoryOfPage> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  const counted = await page.evaluate(async () => (await performance.measureUserAgentSpecificMemory?.())?.bytes)
  if (counted === undefined) throw new Error('the browser does not report the memory of the page')
  return { counted, resident: await residentBytes(browser) }
}

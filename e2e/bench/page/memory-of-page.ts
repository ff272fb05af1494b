import { existsSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'

declare global {
  interface Performance {
    /** Chromium, in pages that are isolated from other origins. */
    measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>
  }
}

export interface MemoryOfPage {
  /** Bytes of the page and its workers as the browser counts them: JavaScript, DOM, canvases. */
  readonly counted: number
  /** Bytes of the renderer process that are in memory; undefined where the system does not tell (only Linux does). */
  readonly resident: number | undefined
}

/** Resident bytes of the largest renderer: the browser is the page's own, so all others are empty. */
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
 * What a page takes, after its garbage was collected (the measurement of the browser does that in all of its threads).
 *
 * @throws Error when the page is not cross-origin isolated
 */
export const memoryOfPage = async (browser: Browser, page: Page): Promise<MemoryOfPage> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  const counted = await page.evaluate(async () => (await performance.measureUserAgentSpecificMemory?.())?.bytes)
  if (counted === undefined) throw new Error('the browser does not tell how much memory the page takes')
  return { counted, resident: await residentBytes(browser) }
}

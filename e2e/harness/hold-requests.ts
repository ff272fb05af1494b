import type { Page } from 'playwright/test'

/**
 * Holds requests until the returned function is called. The load event of a page may wait for one of them,
 * so that a navigation that waits for it would hang on some machines alone.
 */
export const holdRequests = async (page: Page, url: string | RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.fallback()
  })
  const { goto } = page
  page.goto = async (address, options) => {
    if (options?.waitUntil !== 'commit') throw new Error(`requests are held: open ${address} with waitUntil 'commit'`)
    return goto.call(page, address, options)
  }
  return () => {
    page.goto = goto
    held.resolve()
  }
}

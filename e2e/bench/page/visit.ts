import type { Page } from 'playwright'
import { isBarePage } from '../bare/publish-bare-page.ts'

/**
 * Resolves when the response starts. The CSP forbids scripts
 * on the baseline page, so only there it is bypassed.
 */
export const visit = async (page: Page, address: string): Promise<void> => {
  if (isBarePage(address)) {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
  }
  await page.goto(address, { waitUntil: 'commit' })
}

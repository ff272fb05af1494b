import type { Page } from 'playwright'
import { isBarePage } from '../bare/publish-bare-page.ts'

/**
 * Goes to one of our pages or to the bare one, and is back as soon as its answer begins. The site lets nothing run on
 * what lies among its releases, so the bare page is measured without its policy; ours always with it.
 */
export const visit = async (page: Page, address: string): Promise<void> => {
  if (isBarePage(address)) {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
  }
  await page.goto(address, { waitUntil: 'commit' })
}

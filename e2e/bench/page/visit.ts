import type { Page } from 'playwright'
import { slowProcessor } from '../../harness/slow-processor.ts'
import { isBarePage } from '../bare/publish-bare-page.ts'

/** A new element runs its script. */
const OPEN_PAGE = `addEventListener('DOMContentLoaded', () => {
  const { page } = JSON.parse(document.querySelector('pre').textContent)
  document.documentElement.innerHTML = page
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = document.querySelector('script').textContent
  document.body.append(script)
}, { once: true })`

/**
 * Resolves when the response starts. The CSP forbids scripts on
 * the baseline page: only there it is bypassed.
 * @param throttle how many times slower the page's processor is
 */
export const visit = async (page: Page, address: string, throttle = 1): Promise<void> => {
  if (throttle > 1) await slowProcessor(page, throttle)
  if (isBarePage(address)) {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setBypassCSP', { enabled: true })
    await session.send('Page.enable')
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: OPEN_PAGE })
  }
  await page.goto(address, { waitUntil: 'commit' })
}

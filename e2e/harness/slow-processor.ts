import type { Page } from 'playwright/test'

/** @param factor how many times slower the page's processor is */
export const slowProcessor = async (page: Page, factor: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: factor })
}

import type { Page } from 'playwright/test'
import { launchSite } from '../../scripts/site.ts'
import { inWorkspace } from '../../scripts/workspace.ts'
import { BUILD_MS, expect, test } from '../harness/dev-server.ts'
import { isSampled, SLOW_ROWS } from '../harness/sample.ts'

const remotes = [
  {
    remote: 'mf-auth',
    async use(page: Page) {
      await page.goto(`${page.url()}login`)
      await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
      // An example of a leak; the screen itself has none.
      const visit = async () => {
        await page.getByRole('link', { name: '/login' }).click()
        await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
        await page.evaluate(() => window.addEventListener('resize', function example() {}))
        await page.getByRole('link', { name: '/forgot-password' }).click()
      }
      const leak = page.waitForEvent('console', (message) => message.text().includes('left after its unmount'))
      await visit()
      await visit()
      expect((await leak).text()).toBe("[/login] left after its unmount: 'resize' on window (example)")
    },
  },
  {
    remote: 'mf-documents',
    async use(page: Page) {
      await expect(page.getByRole('tab', { name: 'Mis Documentos' })).toBeVisible()
      await expect(page.getByRole('listitem')).toHaveCount(2)
    },
  },
  {
    remote: 'mf-signing',
    async use(page: Page) {
      await page.getByRole('listitem').first().getByRole('button').click()
      await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
    },
  },
] as const

for (const [index, { remote, use }] of remotes.entries()) {
  const alone = isSampled(0, index + 1, SLOW_ROWS) ? test : test.skip
  alone(`${remote} runs alone, with a harness in place of the shell`, async ({ page, dev }, info) => {
    test.setTimeout(2 * BUILD_MS)
    const site = await launchSite({ dataDir: info.outputPath('demo'), env: { DEMO_ACCOUNT: '1' } })
    try {
      await page.goto(await dev({ folder: inWorkspace(remote), args: ['build.ts', '--dev'], siteUrl: site.url }))
      await use(page)
    } finally {
      await site.stop()
    }
  })
}

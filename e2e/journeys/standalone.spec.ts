import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { freePort } from '../../scripts/free-port.ts'
import { launchSite } from '../../scripts/site.ts'
import { isSampled, SLOW_ROWS } from '../harness/sample.ts'
import { test as base, expect } from '../harness/trazo.ts'

const workspace = join(import.meta.dirname, '../..')

/** Milliseconds; half a minute on an idle machine. */
const BUILD_MS = 300_000

const test = base.extend<{ dev: (remote: string, siteUrl: string) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
  dev: async ({}, use) => {
    const stops: (() => Promise<unknown>)[] = []
    await use(async (remote, siteUrl) => {
      const port = await freePort()
      const server = spawn(process.execPath, ['build.ts', '--dev'], {
        cwd: join(workspace, remote),
        env: { ...process.env, DEV_PORT: String(port), SITE_URL: siteUrl },
        stdio: 'ignore',
      })
      stops.push(async () => {
        const ended = once(server, 'exit')
        if (server.kill('SIGTERM')) await ended
      })
      const url = `http://localhost:${port}`
      const answers = () =>
        fetch(url)
          .then((answer) => answer.ok)
          .catch(() => false)
      await expect.poll(answers, { timeout: BUILD_MS, message: `${remote} serves itself` }).toBe(true)
      return url
    })
    await Promise.all(stops.map((stop) => stop()))
  },
})

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
      await page.goto(await dev(remote, site.url))
      await use(page)
    } finally {
      await site.stop()
    }
  })
}

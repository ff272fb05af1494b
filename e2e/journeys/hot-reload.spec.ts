import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { makeRemote } from '../../scripts/package/make-remote.ts'
import { installOffline } from '../../scripts/package/test/install-offline.ts'
import { BUILD_MS, expect, test as slow } from '../harness/dev-server.ts'

const test = slow.extend<{ repository: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
  repository: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'trazo-hot-reload-'))
    makeRemote(folder, 'mf_reportes')
    await installOffline(folder)
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** Lost by a reload of the page. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-first-load', ''))

test('a remote that runs alone shows each save without a reload', async ({ page, trazo, repository, dev }) => {
  test.setTimeout(2 * BUILD_MS)
  const args = ['node_modules/shared/build/command/main.js', 'start']
  await page.goto(await dev({ folder: repository, args, siteUrl: trazo.url }))
  const text = page.getByText('Esta página es de un remoto')
  await expect(text).toBeVisible()
  await mark(page)
  const component = join(repository, 'src/home/HomePage.tsx')
  let last = 'Esta página'
  for (const next of ['La primera versión', 'La segunda versión', 'La tercera versión']) {
    edit(component, last, next)
    await expect(page.getByText(`${next} es de un remoto`)).toBeVisible({ timeout: BUILD_MS })
    last = next
  }
  const greeting = page.getByText(last).locator('..')
  let gap = '1rem'
  for (const [next, pixels] of [
    ['2rem', '32px'],
    ['3rem', '48px'],
  ] as const) {
    edit(
      join(repository, 'src/home/HomePage.module.css'),
      `gap: ${gap};\n  justify-items`,
      `gap: ${next};\n  justify-items`,
    )
    await expect(greeting).toHaveCSS('row-gap', pixels, { timeout: BUILD_MS })
    gap = next
  }
  await expect(page.locator('html')).toHaveAttribute('data-first-load')
})

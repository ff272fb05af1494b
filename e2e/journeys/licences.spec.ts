import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/trazo.ts'

test('«Privacidad» links to the third-party licences, which fit a phone and pass axe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/privacidad')
  await page.getByRole('link', { name: 'licencias de terceros' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Licencias de terceros' })).toBeVisible()
  await page.getByText(/^react 19\.\S+, react-dom/).click()
  await expect(page.getByText('Copyright (c) Meta Platforms').first()).toBeVisible()
  for (const name of [/react-hook-form/, /Newsreader/, /pdfjs-dist\/standard_fonts: Liberation/, /webpack 5\./])
    await expect(page.locator('summary').filter({ hasText: name })).toHaveCount(1)
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test('the licences work without JavaScript, and the site serves no source map', async ({ browser, trazo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: trazo.url })
  const page = await context.newPage()
  await page.goto('/licencias')
  await page
    .locator('summary')
    .filter({ hasText: /^jotai/ })
    .click()
  await expect(page.locator('details[open] pre')).toContainText('MIT License')
  await page.goto('/')
  const [script] = await page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
  expect((await context.request.get(`${script}`)).status()).toBe(200)
  expect((await context.request.get(`${script}.map`)).status()).toBe(404)
  await context.close()
})

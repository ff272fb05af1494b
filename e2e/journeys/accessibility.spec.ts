import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

test('axe finds no violations on the pages for visitors', async ({ page }) => {
  for (const path of ['/', '/no-existe', '/document', '/color-palette']) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('axe finds no violations on an empty dashboard', async ({ page, trazo }) => {
  const owner = ownerNamed('accesible')
  await ownerApi(trazo, owner)
  await enter(page, owner)
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
  await expectAccessible(page)
})

test('a notification stays for 5 s for people who prefer reduced motion, too', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  const bar = page.locator('.toast-timer')
  await expect(bar).toHaveCSS('animation-duration', '5s')
})

test('with reduced motion, a theme change starts no CSS transition on any element', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('h1').first()).toBeVisible()
  const moving = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(moving).toBe(0)
})

import type { Page } from 'playwright/test'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { card, enter, type Guest, openUserMenu, ownerNamed } from '../harness/people.ts'
import { inkOf, watchRequests } from '../harness/picture.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const CACHES = 'trazo-thumbnails-'
const names = ['Contrato.pdf', 'Acta.pdf', 'Plano.pdf'] as const

const enterWithDocuments = async (page: Page, trazo: Trazo, name: string): Promise<OwnerApi> => {
  const owner = ownerNamed(name)
  const api = await ownerApi(trazo, owner)
  for (const each of names) {
    const size = each === 'Plano.pdf' ? { width: 1200, height: 700 } : {}
    await api.upload(each, makePdf([{ text: `Primera página de ${each}`, ...size }]))
  }
  await enter(page, owner)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('heading', { name: `Hola, ${owner.firstName}` })).toBeVisible()
  return api
}

const picture = (page: Page, name: string) => card(page, name).locator('img')

const expectPictures = async (page: Page): Promise<void> => {
  for (const name of names) {
    await expect(picture(page, name)).toHaveCSS('opacity', '1')
    await expect(picture(page, name)).toHaveAttribute('alt', '')
    expect(await picture(page, name).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
  }
}

const darkness = async (page: Page, name: string): Promise<number> => (await inkOf(picture(page, name))).darkness

const watchPictures = (page: Page): string[] => watchRequests(page, /^\/(r\/mf_signing|pdfjs)\/|public_download$/)

const cacheNames = (page: Page): Promise<string[]> =>
  page.evaluate(async (prefix) => (await caches.keys()).filter((name) => name.startsWith(prefix)), CACHES)
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async (prefix) => {
    const [name] = (await caches.keys()).filter((each) => each.startsWith(prefix))
    const kept = name === undefined ? [] : await (await caches.open(name)).keys()
    return kept.map(({ url }) => new URL(url).pathname)
  }, CACHES)

test('the list paints before its thumbnails are made, the next visit reuses them, and log-out deletes them', async ({
  context,
  page,
  trazo,
}) => {
  const owner = ownerNamed('miniaturas')
  const api = await enterWithDocuments(page, trazo, 'miniaturas')
  await expectPictures(page)
  for (const name of names) expect(await darkness(page, name)).toBeGreaterThan(0)
  const asked = watchPictures(page)
  await page.reload()
  await expectPictures(page)
  expect(asked).toEqual([])

  await page.evaluate(async (prefix) => {
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name)
  }, CACHES)
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('li h2')) return
      observer.disconnect()
      // Just after the frame that shows the list.
      requestAnimationFrame(() => setTimeout(() => performance.mark('list-painted')))
    }).observe(document, { subtree: true, childList: true })
  })
  await page.reload()
  await expectPictures(page)
  const { painted, first } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('list-painted')[0]?.startTime ?? Number.NaN,
    first: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/r/mf_signing/'))
        .map(({ startTime }) => startTime),
    ),
  }))
  expect(first).toBeGreaterThan(painted)
  expect(asked.filter((path) => path.endsWith('public_download')).length).toBeGreaterThanOrEqual(names.length)

  await test.step('a signature produces a new thumbnail while the list is open', async () => {
    const guest: Guest = { name: 'Ana Mora', email: 'ana@miniaturas.example' }
    const file = (await api.list()).find(({ original_filename }) => original_filename === 'Contrato.pdf')
    if (!file) throw new Error('the contract was not stored')
    const link = await api.invite(file, await api.addField(file, guest), guest)
    await expectPictures(page)
    const before = await darkness(page, 'Contrato.pdf')

    await signByLink(trazo, link)
    await expect(card(page, 'Contrato.pdf')).toContainText('✓ Firmado')
    await expect.poll(() => darkness(page, 'Contrato.pdf'), { message: 'a picture with ink' }).toBeGreaterThan(before)
    // The seal adds a revision after the last signature.
    const kept = async () => (await keptPaths(page)).filter((path) => path.startsWith(`/thumbnails/${file.id}/`))
    await expect.poll(kept).toHaveLength(1)
  })

  await test.step('axe finds no violations on a list with thumbnails', async () => {
    await expectPictures(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  await test.step('log-out deletes the cached thumbnails in every tab', async () => {
    expect(await cacheNames(page)).toHaveLength(1)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expectPictures(other)
    await openUserMenu(page, owner)
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(other).toHaveURL(/\/login/)
    await expect.poll(() => cacheNames(other)).toEqual([])
  })
})

test('when thumbnails cannot be made, the list keeps its placeholder drawings and shows no error', async ({
  page,
  trazo,
}) => {
  let failures = 0
  await page.route('**/r/mf_signing/**', (route) => {
    failures += 1
    return route.abort()
  })
  await enterWithDocuments(page, trazo, 'sin-miniaturas')
  // The active release, and one retry.
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2)
  for (const name of names) {
    await expect(card(page, name).locator('svg').first()).toBeVisible()
    await expect(picture(page, name)).toHaveCount(0)
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
})

import type { Page } from 'playwright/test'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { card, enter, type Guest, ownerNamed } from '../harness/people.ts'
import { inkOf, watchRequests } from '../harness/picture.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const OLD_CACHE = 'trazo-thumbnails-1'
const PICTURE = /\/pages\/1\/picture$/
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

/** Bytes that came over the network; 0 from the browser's cache. */
const transfers = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('/pages/1/picture'))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  )

test('the list paints before it asks for pictures, the next visit has them, and a signature makes a new one', async ({
  page,
  trazo,
}) => {
  // A release up to 0.2.0 kept pictures there.
  await page.goto('/login')
  await page.evaluate((name) => caches.open(name), OLD_CACHE)
  const engine = watchRequests(page, /^\/(r\/mf_signing|pdfjs)\/|public_download$/)
  const api = await enterWithDocuments(page, trazo, 'miniaturas')
  await expectPictures(page)
  for (const name of names) expect(await darkness(page, name)).toBeGreaterThan(0)
  expect(engine).toEqual([])
  expect(Math.min(...(await transfers(page)))).toBeGreaterThan(0)

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
  expect(await transfers(page)).toEqual(names.map(() => 0))
  const { painted, first } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('list-painted')[0]?.startTime ?? Number.NaN,
    first: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('/pages/1/picture'))
        .map(({ startTime }) => startTime),
    ),
  }))
  expect(first).toBeGreaterThan(painted)
  expect(await page.evaluate(() => caches.keys())).not.toContain(OLD_CACHE)

  await test.step('a signature produces a new picture while the list is open', async () => {
    const guest: Guest = { name: 'Ana Mora', email: 'ana@miniaturas.example' }
    const file = (await api.list()).find(({ original_filename }) => original_filename === 'Contrato.pdf')
    if (!file) throw new Error('the contract was not stored')
    const link = await api.invite(file, await api.addField(file, guest), guest)
    await expectPictures(page)
    const before = await darkness(page, 'Contrato.pdf')

    await signByLink(trazo, link)
    await expect(card(page, 'Contrato.pdf')).toContainText('✓ Firmado')
    await expect.poll(() => darkness(page, 'Contrato.pdf'), { message: 'a picture with ink' }).toBeGreaterThan(before)
  })

  await test.step('axe finds no violations on a list with pictures', async () => {
    await expectPictures(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 860 })
  })
})

test('when no picture comes, the list keeps its drawings and shows no error', async ({ page, trazo }) => {
  let failures = 0
  await page.route(
    ({ pathname }) => PICTURE.test(pathname),
    (route) => {
      failures += 1
      return failures === 1 ? route.abort() : route.fulfill({ status: failures === 2 ? 404 : 204 })
    },
  )
  await enterWithDocuments(page, trazo, 'sin-miniaturas')
  await expect.poll(() => failures).toBe(names.length)
  for (const name of names) {
    await expect(card(page, name).locator('svg').first()).toBeVisible()
    await expect(picture(page, name)).toHaveCount(0)
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
})

import type { Page } from 'playwright/test'
import { href } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { ownerApi } from '../harness/api.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'

const NAME = 'Reservado para Ana.pdf'

let link: string
test.beforeAll(async ({ trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('pintada'))
  const guest = { name: 'Ana Mora', email: 'ana@pintada.example' }
  const file = await api.upload(NAME, makePdf([{ text: 'Contrato' }]))
  link = await api.invite(file, await api.addField(file, guest), guest)
})

const PDFJS = /\/pdfjs\//
const isFile = ({ pathname }: URL): boolean => /^\/(assets|r|pdfjs|home)\//.test(pathname)

/** The page's HTML and nothing else: no script runs, no file arrives. */
const openWithoutScripts = async (page: Page, address: string): Promise<void> => {
  await page.route(isFile, (route) => route.abort())
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    await route.fulfill({ response, body })
  })
  await page.goto(address, { waitUntil: 'commit' })
}

const screens = [
  { what: 'a document', text: 'Cargando documento…', address: () => link },
  { what: 'another page', text: 'Cargando…', address: (site: string) => site + href.login() },
]

for (const { what, text, address } of screens)
  test(`the HTML of ${what} shows logo, stroke and text before any script`, async ({ page, trazo }) => {
    await openWithoutScripts(page, address(trazo.url))
    await expect(page.getByRole('status')).toHaveText(text)
    await expect(page.getByRole('status')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Trazo' })).toBeVisible()
    await expect(page.locator('#start path')).toHaveCount(3)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 250, 247)')
  })

test('without JavaScript the page says what it needs, and does not pretend to load', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(link)
  await expect(page.locator('noscript p')).toContainText('Trazo necesita JavaScript')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByText('Cargando documento…')).toBeHidden()
})

test('the HTML of a link tells nothing about its document, and is the same for any other', async ({ request }) => {
  const htmlOf = async (address: string) => (await request.get(address, { headers: { accept: 'text/html' } })).text()
  const { origin } = new URL(link)
  const html = await htmlOf(link)
  expect(html).toContain('Cargando documento…')
  expect(html.toLowerCase()).not.toMatch(/reservado|\bana\b/)
  expect(await htmlOf(origin + href.sign(2 ** 40, 'inventado.pdf', { token: 'x'.repeat(43) }))).toBe(html)
})

test('the dark theme is there at the first paint', async ({ page, trazo }) => {
  await page.route(isFile, (route) => route.abort())
  await page.addInitScript(() => localStorage.setItem('trazo.theme', 'dark'))
  await page.goto(trazo.url + href.login(), { waitUntil: 'commit' })
  await expect(page.getByRole('status')).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 21, 31)')
})

const placesOf = async (page: Page, text: string) => {
  const logo = page.getByRole('img', { name: 'Trazo' })
  const boxes = await Promise.all([logo, page.getByText(text)].map((part) => part.boundingBox()))
  return boxes.map((box) => box && Object.values(box).map(Math.round))
}

for (const { what, text, address } of screens)
  for (const width of [1280, 390])
    test(`nothing moves when React takes over the page of ${what}, ${width} px wide`, async ({ page, trazo }) => {
      await page.setViewportSize({ width, height: 844 })
      const letReactCome = await holdRequests(page, /\/assets\/shared\.[^/]*\.js$/)
      // The remote never comes.
      await page.route(/\/r\/mf_\w+\/[^/]+\/remoteEntry/, () => undefined)
      await page.route(PDFJS, (route) => route.abort())
      await page.goto(address(trazo.url), { waitUntil: 'commit' })
      await expect(page.getByRole('status')).toHaveText(text)
      const before = await placesOf(page, text)
      letReactCome()
      await expect(page.getByRole('main')).toContainText(text)
      await expect(page.getByRole('status')).toHaveCount(1)
      expect(await placesOf(page, text)).toEqual(before)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

const SLOW = { offline: false, latency: 600, downloadThroughput: 250_000 / 8, uploadThroughput: 250_000 / 8 }

const firstText = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime)
    }).observe({ type: 'paint', buffered: true })
  })

test('the first text is painted before pdf.js begins to arrive', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => PDFJS.test(request.url()) && asked.push(request.url()))
  const letPdfjsCome = await holdRequests(page, PDFJS)
  await page.goto(link, { waitUntil: 'commit' })
  await page.evaluate(firstText)
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  await expect(page.locator('canvas')).toHaveCount(0)
  letPdfjsCome()
  await expect(page.locator('main canvas')).toBeVisible()
})

test('at 250 kbit/s and 600 ms the first text comes within 2.5 s, and the page before the shell takes bandwidth', async ({
  page,
  context,
}) => {
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  await page.goto(link, { waitUntil: 'commit' })
  expect(await page.evaluate(firstText)).toBeLessThan(scaled(2500))
  const firstPage = page.locator('body > [inert] :is(canvas, img), main canvas')
  await expect(firstPage.first()).toBeVisible({ timeout: scaled(25_000) })
  const painted = await page.evaluate(() => performance.now())
  await test.info().attach('first page', { body: `${Math.round(painted)} ms`, contentType: 'text/plain' })
  await expect(page.locator('#start')).toBeAttached()
})

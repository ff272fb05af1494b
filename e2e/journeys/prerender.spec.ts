import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect, test } from '../harness/trazo.ts'

let link: string
let share: () => Promise<void>
test.beforeAll(async ({ trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('portada'))
  const guest = { name: 'Ana Mora', email: 'ana@portada.example' }
  const file = await api.upload('contrato.pdf', makePdf([{ text: 'Contrato' }]))
  link = await api.invite(file, await api.addField(file, guest), guest)
  share = () => api.share(file)
})

test('a signing page downloads its document once, uses one worker and fetches each preload once', async ({ page }) => {
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()))
  await page.goto(link)
  await expect(page.locator('main canvas')).toBeVisible()
  await expect(page.getByText('Página 1 de 1')).toBeVisible()

  const downloads = asked.filter((path) => path.endsWith('/public_download'))
  expect(downloads).toHaveLength(1)
  expect(page.workers()).toHaveLength(1)
  // The HTML preloads these.
  const early = await page
    .locator('head link[rel="preload"], head link[rel="modulepreload"]')
    .evaluateAll((links) => links.map((link) => new URL(link instanceof HTMLLinkElement ? link.href : '').pathname))
  expect(early.filter((path) => path.startsWith('/r/mf_signing/')).length).toBeGreaterThanOrEqual(3)
  for (const path of early) expect([path, asked.filter((one) => one === path).length]).toEqual([path, 1])
  expect(complaints).toEqual([])
})

const COVER = 'body > [inert] canvas'

const windows = [
  { what: 'a desk', viewport: { width: 1280, height: 720 }, invited: true },
  { what: 'a phone', viewport: { width: 390, height: 844 }, invited: true },
  { what: 'a phone, by a public link', viewport: { width: 390, height: 844 }, invited: false },
  { what: 'a tablet', viewport: { width: 768, height: 1024 }, invited: false },
  { what: 'a desk, exactly as wide as two columns need', viewport: { width: 900, height: 800 }, invited: true },
  { what: 'a phone that lies on its side', viewport: { width: 844, height: 390 }, invited: true },
]

for (const { what, viewport, invited } of sampleOf(windows, 2))
  test(`the first page shows before the shell starts and keeps its place, on ${what}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const letReactCome = await holdRequests(page, /\/assets\/shared\.[^/]*\.js$/)
    const address = new URL(link)
    if (!invited) {
      await share()
      address.search = ''
    }
    await page.goto(address.href, { waitUntil: 'commit' })
    await expect(page.locator(COVER)).toBeVisible()
    await expect(page.locator('#root > :not(#start)')).toHaveCount(0)
    const before = await page.locator(COVER).boundingBox()

    letReactCome()
    const canvas = page.locator('main canvas')
    await expect(canvas).toBeVisible()
    await expect(page.locator('body > [inert]')).toHaveCount(0)
    expect(before).toEqual(await canvas.boundingBox())
    // Later content has reserved space.
    if (invited) await expect(page.getByText('Otras opciones')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Páginas y zoom' })).toBeVisible()
    expect(before).toEqual(await canvas.boundingBox())
  })

test('the prerender overlay disappears when the link is refused or the remote does not load', async ({ page }) => {
  const begun = () => page.evaluate(() => window.trazoPrerender?.painted)
  await page.goto(link.replace(/token=[^&]*/, 'token=inventado'))
  await expect(page.getByRole('alert')).toContainText('La invitación no es válida')
  await begun()
  await expect(page.locator('body > [inert]')).toHaveCount(0)

  await page.route(/\/r\/mf_signing\/[^/]+\/remoteEntry/, (route) => route.abort())
  await page.goto(link)
  await expect(page.getByText('No pudimos cargar esta parte de Trazo')).toBeVisible()
  await begun()
  await expect(page.locator('body > [inert]')).toHaveCount(0)
})

test('the shell starts without waiting for pdf.js', async ({ page }) => {
  const letPdfjsCome = await holdRequests(page, /\/pdf\.min\.mjs$/)
  // A probe of the harness.
  await expect(page.goto(link)).rejects.toThrow('requests are held')
  await page.goto(link, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'contrato.pdf' })).toBeVisible()
  letPdfjsCome()
  await expect(page.locator('main canvas')).toBeVisible()
})

const PICTURE = 'body > [inert] img'

/** Of the screen, not the one that comes with the picture. */
const signButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Agregar Firma Digital' })

/** The site waits half a second for the picture, so a busy machine may have to open the page again. */
const openWithPicture = async (page: Page, address: string): Promise<void> => {
  const picture = page.locator(PICTURE)
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(picture.or(signButton(page)).first()).toBeVisible()
    expect(await picture.isVisible()).toBe(true)
  }).toPass()
}

for (const { what, viewport, invited } of sampleOf(windows, 2))
  test(`a link shows the first page before pdf.js has come, where pdf.js paints it, on ${what}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const letPdfjsCome = await holdRequests(page, /\/pdf\.min\.mjs$/)
    const address = new URL(link)
    if (!invited) {
      await share()
      address.search = ''
    }
    await openWithPicture(page, address.href)
    const before = await page.locator(PICTURE).boundingBox()
    await expect(signButton(page)).toBeVisible()
    expect(await page.locator(PICTURE).boundingBox()).toEqual(before)

    letPdfjsCome()
    const canvas = page.locator('main canvas')
    await expect(canvas).toBeVisible()
    await expect(page.locator('body > [inert]')).toHaveCount(0)
    expect(before).toEqual(await canvas.boundingBox())
  })

test('a document that does not load takes its picture away, and the page tells the error', async ({ page }) => {
  await page.route(/\/public_download/, (route) => route.fulfill({ status: 500 }))
  await page.goto(link)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('body > [inert]')).toHaveCount(0)
})

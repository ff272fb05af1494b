import type { Page, Response } from 'playwright/test'
import { routeBudgets } from '../../shared/build/checks/budgets.ts'
import { ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed } from '../harness/people.ts'
import { withAddedRemotes } from '../harness/releases.ts'
import { slowProcessor } from '../harness/slow-processor.ts'
import { GZIP_ONLY, type Transfer, tableOf, totalOf, transferOf } from '../harness/transfers.ts'
import { expect, test } from '../harness/trazo.ts'

const { page: most } = routeBudgets['/sign/:documentId/:documentName']

const isOfPdfjs = (path: string): boolean => path.startsWith('/pdfjs/') || path.endsWith('/public_download')

declare global {
  interface Window {
    /** Milliseconds since the epoch. */
    trazoFirstPage?: number
  }
}

const noteFirstPage = () =>
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main canvas')) return
    window.trazoFirstPage = performance.timeOrigin + performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })

const openLink = async (page: Page, link: string): Promise<Transfer[]> => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.addInitScript(noteFirstPage)
  await page.goto(link)
  const firstPage = await (await page.waitForFunction(() => window.trazoFirstPage)).jsonValue()
  if (firstPage === undefined) throw new Error('no page of the document was shown')
  const before = responses.filter(
    (response) => response.url().startsWith('http') && response.request().timing().startTime < firstPage,
  )
  return Promise.all(before.map(transferOf))
}

let link: string
test.beforeAll(async ({ trazo }) => {
  const api = await ownerApi(trazo, ownerNamed('ligero'))
  const guest = { name: 'Ana Mora', email: 'ana@ligero.example' }
  const file = await api.upload('contrato.pdf', makePdf([{ text: 'Contrato' }]))
  link = await api.invite(file, await api.addField(file, guest), guest)
})

const expectLight = async (page: Page): Promise<void> => {
  // Without the picture of the first page, which weighs what its document does (decision 0084).
  await page.context().setExtraHTTPHeaders({ ...GZIP_ONLY, 'sec-purpose': 'prefetch' })
  const transfers = (await openLink(page, link)).filter(({ path }) => !isOfPdfjs(path))
  const table = tableOf(transfers)
  const total = totalOf(transfers)
  await test.info().attach('transfers', { body: `${table}\n${total}`, contentType: 'text/plain' })

  expect(transfers.filter(({ path }) => /mf_(auth|documents)/.test(path))).toEqual([])
  // Small responses are not compressed.
  for (const { path, bytes, encoding } of transfers) if (bytes > 2000) expect([path, encoding]).toEqual([path, 'gzip'])
  expect(transfers.length, table).toBeLessThanOrEqual(most.requests)
  expect(total, table).toBeLessThanOrEqual(most.bytes)
}

test('the guest page before pdf.js stays within its budget, and loads no other remote', async ({ page }) => {
  await expectLight(page)
})

test('so it does on a processor that is four times slower', async ({ page }) => {
  await slowProcessor(page, 4)
  await expectLight(page)
})

test('two added remotes change no byte of the guest page', async ({ page, request, trazo }) => {
  const html = async () => (await request.get(link, { headers: { accept: 'text/html' } })).text()
  const before = await html()
  await withAddedRemotes(trazo, ['mf_reports', 'mf_stock'], async () => {
    expect(await html()).toBe(before)
    await expectLight(page)
  })
})

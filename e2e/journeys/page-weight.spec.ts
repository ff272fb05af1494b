import type { Response } from 'playwright/test'
import { GZIP_ONLY, tableOf, totalOf, transferOf } from '../harness/transfers.ts'
import { expect, test } from '../harness/trazo.ts'

interface Budget {
  readonly path: string
  /** Is there when the page can be used. */
  readonly text: string
  readonly requests: number
  /** Gzipped, with fonts. */
  readonly bytes: number
  readonly foreign: RegExp
}

/** Fetched ahead, for a page that loses its network. */
const WHEN_IDLE = /deferred-toasts/

/** docs/decisions/0018 */
const budgets: readonly Budget[] = [
  {
    path: '/login',
    text: 'Tus documentos y sus firmas te esperan.',
    requests: 15,
    bytes: 202_000,
    foreign: /mf_(signing|documents)|pdfjs/,
  },
  {
    path: '/verify',
    text: 'Se comprueba en este dispositivo',
    requests: 15,
    bytes: 194_500,
    foreign: /mf_(auth|documents)|pdfjs|guest/,
  },
]

for (const { path, text, requests, bytes, foreign } of budgets)
  test(`${path}: at most ${requests} requests and ${bytes / 1000} kB gzipped, and nothing that it does not use`, async ({
    page,
    context,
  }) => {
    await context.setExtraHTTPHeaders(GZIP_ONLY)
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
    await page.evaluate(async () => void (await document.fonts.ready))

    const all = await Promise.all(responses.filter((response) => response.url().startsWith('http')).map(transferOf))
    const transfers = all.filter((transfer) => !WHEN_IDLE.test(transfer.path))
    const table = tableOf(transfers)
    await test.info().attach('transfers', { body: `${table}\n${totalOf(transfers)}`, contentType: 'text/plain' })
    expect(transfers.filter((transfer) => foreign.test(transfer.path))).toEqual([])
    expect(transfers.length, table).toBeLessThanOrEqual(requests)
    expect(totalOf(transfers), table).toBeLessThanOrEqual(bytes)
  })

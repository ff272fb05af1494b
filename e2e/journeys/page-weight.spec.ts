import type { Browser, BrowserContextOptions, Page, Response } from 'playwright/test'
import { mounts } from 'shared/contract'
import { routeBudgets } from '../../shared/build/checks/budgets.ts'
import { ownerApi } from '../harness/api.ts'
import { ownerNamed, sessionOf } from '../harness/people.ts'
import { GZIP_ONLY, tableOf, totalOf, transferOf } from '../harness/transfers.ts'
import { expect, test } from '../harness/trazo.ts'

/** Fetched ahead, for a page that loses its network. */
const WHEN_IDLE = /deferred-toasts/

const pathOf = (response: Response): string => new URL(response.url()).pathname

/** Of the site server; answers of the API have no budget. */
const isFile = (response: Response): boolean =>
  response.request().isNavigationRequest() ||
  (/^\/(assets|r)\//.test(pathOf(response)) && !WHEN_IDLE.test(pathOf(response)))

const preloadedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel$=preload]')].map(({ href: address }) => address),
  )

const sheetsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.styleSheets].flatMap(({ href: address }) => address ?? []))

/** @returns what was transferred, and which preloads nothing used */
const visit = async (browser: Browser, url: string, options: BrowserContextOptions) => {
  const context = await browser.newContext({ ...options, extraHTTPHeaders: GZIP_ONLY })
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.coverage.startJSCoverage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.evaluate(async () => void (await document.fonts.ready))
  const scripts = await page.coverage.stopJSCoverage()
  const used = new Set([...scripts.map((script) => script.url), ...(await sheetsIn(page))])
  const unused = (await preloadedIn(page)).filter((address) => !used.has(address))
  const transfers = await Promise.all(responses.filter(isFile).map(transferOf))
  await context.close()
  return { transfers, unused }
}

const visited = ['/login', '/register', '/verify', '/dashboard', '/profile', '/document'] as const

for (const route of visited)
  test(`${route} stays within its budget, uses all its preloads, and loads no other remote`, async ({
    request,
    browser,
    trazo,
  }) => {
    const mount = mounts.find(({ path }) => path === route)
    const owner = ownerNamed('pesada')
    if (mount?.access.kind === 'session') await ownerApi(trazo, owner)
    const session = mount?.access.kind === 'session' ? { storageState: await sessionOf(request, owner) } : {}
    const { transfers, unused } = await visit(browser, `${trazo.url}${route}`, session)
    const [table, total, most] = [tableOf(transfers), totalOf(transfers), routeBudgets[route].page]
    await test.info().attach('transfers', { body: `${table}\n${total}`, contentType: 'text/plain' })
    expect(unused).toEqual([])
    expect(transfers.filter(({ path }) => path.startsWith('/r/') && !path.startsWith(`/r/${mount?.remote}/`))).toEqual(
      [],
    )
    expect(transfers.length, table).toBeLessThanOrEqual(most.requests)
    expect(total, table).toBeLessThanOrEqual(most.bytes)
  })

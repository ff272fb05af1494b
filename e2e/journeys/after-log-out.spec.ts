import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { logoutCall } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { enter, type Owner, openEditor, openUserMenu, ownerNamed } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const NAME = 'contrato reservado.pdf'
const TEXT = 'Sueldo de Mariela'

const start = async (trazo: Trazo, name: string): Promise<{ owner: Owner; api: OwnerApi }> => {
  const owner = ownerNamed(name)
  const api = await ownerApi(trazo, owner)
  await api.upload(NAME, makePdf([{ text: TEXT }]))
  return { owner, api }
}

const accessTokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('trazo.auth-tokens') ?? '{}').access_token)

const logOut = async (page: Page, owner: Owner): Promise<void> => {
  await openUserMenu(page, owner)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')
}

const expectNothingLeft = async (page: Page, owner: Owner): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  const html = await page.content()
  for (const word of [NAME, TEXT, owner.firstName, owner.email]) expect(html).not.toContain(word)
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => key !== 'trazo.theme'),
    session: Object.keys(sessionStorage).filter((key) => !key.startsWith('trazo.mf.')),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  expect(kept).toEqual({ local: [], session: [], caches: [], databases: [] })
}

test('after log-out, the back button shows nothing of the editor or the document list', async ({ page, trazo }) => {
  const { owner } = await start(trazo, 'salida')
  await page.goto('/')
  await enter(page, owner)
  const editor = await openEditor(page, NAME)
  await editor.getByRole('button', { name: 'Cerrar' }).first().click()
  await page.goto('/profile')
  await logOut(page, owner)
  await expectNothingLeft(page, owner)
  for (const _ of [1, 2]) {
    await page.goBack()
    await page.waitForLoadState()
    expect(await page.content()).not.toContain(NAME)
    await expect(page.locator('canvas')).toHaveCount(0)
  }
})

test('a log-out in one tab empties the editor that is open in another tab', async ({ page, context, trazo }) => {
  const { owner } = await start(trazo, 'pestana')
  await enter(page, owner)
  await openEditor(page, NAME)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('button', { name: NAME, exact: true })).toBeVisible()
  await logOut(other, owner)
  await expect(page).toHaveURL('/login')
  for (const tab of [page, other]) await expectNothingLeft(tab, owner)
})

test('after log-out, the browser cache holds no bytes of a document', async ({ page, context, trazo }) => {
  const { owner, api } = await start(trazo, 'sin-copia')
  const [file] = await api.list()
  await enter(page, owner)
  await openEditor(page, NAME)
  // The cache varies by the token.
  const token = await accessTokenOf(page)
  const kept = (path: string) =>
    page.evaluate(
      ([url, authorization]) =>
        fetch(url, { headers: { authorization }, cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      [`/home/api/files/${file?.id}${path}`, `Bearer ${token}`] as const,
    )
  const picture = `/pages/1/picture?width=160&revision=${file?.revision}`
  await expect.poll(() => kept(picture), { message: 'the picture of the list' }).toBe(true)
  await logOutBeside(context, owner)
  await expect(page).toHaveURL('/login')
  expect(await kept('/public_download')).toBe(false)
  await expect.poll(() => kept(picture), { message: 'the picture of the list' }).toBe(false)
})

const logOutBeside = async (context: BrowserContext, owner: Owner): Promise<void> => {
  const other = await context.newPage()
  await other.goto('/dashboard')
  await logOut(other, owner)
}

/** Not by «Cerrar Sesión»: the browser that gets its answer drops all kept pages (`Clear-Site-Data`). */
const endSessionBeside = async (context: BrowserContext, page: Page): Promise<void> => {
  const headers = { authorization: `Bearer ${await accessTokenOf(page)}` }
  const ended = await context.request.post(logoutCall.path, { headers })
  expect(ended.status()).toBe(200)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other).toHaveURL('/login')
}

/** `chromium-headless-shell` keeps no pages. */
const WITH_PAGE_CACHE = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find(existsSync)

/** Other journeys disable the page cache. */
const withPageCache = (browser: Browser, executablePath: string): Promise<Browser> =>
  browser.browserType().launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

test('a page from the back-forward cache is empty when its session ended in another tab', async ({
  browser,
  trazo,
}) => {
  test.skip(WITH_PAGE_CACHE === undefined, 'no browser that keeps pages: restored-page.test.ts covers the rule')
  const { owner } = await start(trazo, 'guardada')
  const keeping = await withPageCache(browser, WITH_PAGE_CACHE ?? '')
  try {
    const context = await keeping.newContext({ baseURL: trazo.url, locale: 'es-CR' })
    const page = await context.newPage()
    // Chromium may drop a kept page at any time.
    await expect(async () => {
      await page.goto('/')
      await enter(page, owner)
      await expect(page.getByRole('button', { name: NAME, exact: true })).toBeVisible()
      // Storage survives the reload; console messages may be lost.
      await page.evaluate(() => addEventListener('pageshow', () => sessionStorage.setItem('kept', 'yes')))
      await page.goto('/profile')
      await endSessionBeside(context, page)
      await page.goBack()
      await expect(page).toHaveURL('/login')
      const { kept, navigation } = await page.evaluate(() => ({
        kept: sessionStorage.getItem('kept'),
        navigation: JSON.stringify(performance.getEntriesByType('navigation')),
      }))
      expect(kept, navigation).toBe('yes')
    }).toPass({ timeout: scaled(100_000), intervals: [0] })
    await page.evaluate(() => sessionStorage.removeItem('kept'))
    await expectNothingLeft(page, owner)
  } finally {
    await keeping.close()
  }
})

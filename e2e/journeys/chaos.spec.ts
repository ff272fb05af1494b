import type { Browser, BrowserContext, Page } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import {
  ATTEMPT_MS,
  CRASHED,
  chaosOf,
  expectOthersWhole,
  type Failure,
  failures,
  goWithin,
  hangs,
  keepReleases,
  pathOf,
  RESOURCE_TIMEOUT_MS,
  retry,
  type Subject,
  subjects,
} from '../harness/chaos.ts'
import { aContract } from '../harness/editor.ts'
import { logIn, ownerNamed } from '../harness/people.ts'
import { isSampled, isSampledForm } from '../harness/sample.ts'
import { test as base, expect } from '../harness/trazo.ts'

interface Stage {
  readonly link: string
  readonly session: Awaited<ReturnType<BrowserContext['storageState']>>
}

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, trazo }, use) => {
      const contract = await aContract(trazo, 'caos')
      const guest = { name: 'Ana Mora', email: 'ana@caos.example' }
      const fieldId = await contract.api.addField(contract.file, guest)
      const { pathname, search } = new URL(await contract.api.invite(contract.file, fieldId, guest))
      const context = await browser.newContext({ baseURL: trazo.url })
      const page = await context.newPage()
      await logIn(page, ownerNamed('caos'))
      await expect(page).toHaveURL('/dashboard')
      const session = await context.storageState()
      await context.close()
      for (const subject of subjects) await keepReleases(trazo, subject)
      await use({ link: `${pathname}${search}`, session })
    },
    { scope: 'worker', timeout: scaled(60_000) },
  ],
})

const openPage = async (browser: Browser, stage: Stage, subject: Subject, failure: Failure): Promise<Page> => {
  const session = subject.name === 'mf_documents' ? { storageState: stage.session } : {}
  const context = await browser.newContext({ locale: 'es-CR', ...session })
  const page = await context.newPage()
  if (hangs(failure)) await page.clock.install()
  return page
}

const newEntry = (page: Page, { name }: Subject, known: readonly string[]): Promise<string | undefined> =>
  page.evaluate(
    ([folder, before]) =>
      [...document.scripts]
        .map(({ src }) => src)
        .find((src) => src.includes(folder) && src.includes('/remoteEntry.') && !before.includes(src)),
    [`/r/${name}/`, known] as const,
  )

const passTime = async (page: Page, subject: Subject, known: string[], attempts: number): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const message = `attempt ${attempt}`
    await expect
      .poll(
        async () => {
          const entry = await newEntry(page, subject, known)
          if (entry) known.push(entry)
          return entry
        },
        { message },
      )
      .toBeDefined()
    await page.clock.fastForward(RESOURCE_TIMEOUT_MS)
  }
}

/** Failures that do not hang end within one attempt. */
const bound = { timeout: ATTEMPT_MS }

test.describe.configure({ mode: 'parallel' })

for (const [column, subject] of subjects.entries())
  test.describe(subject.name, () => {
    // Only a release that loads can crash.
    const sampled = ({ panel }: Failure, row: number): boolean =>
      isSampled(row, column, subjects.length) && (panel === CRASHED || isSampledForm(row, 0, 2, subjects.length))
    for (const failure of failures.filter(sampled))
      test(`${failure.title}: the panel appears, other pages work, and the page loads after the repair`, async ({
        browser,
        stage,
        trazo,
      }) => {
        const page = await openPage(browser, stage, subject, failure)
        const chaos = chaosOf(trazo, page.context(), subject, failure)
        const path = pathOf(subject, stage.link)
        const panel = page.getByRole('main').getByRole('alert').filter({ hasText: failure.panel })
        const entries: string[] = []
        await chaos.begin({ previous: false })
        try {
          await page.goto(trazo.url)
          for (const visit of ['first', 'second']) {
            await goWithin(page, path)
            if (hangs(failure)) await passTime(page, subject, entries, 2)
            await expect(panel).toBeVisible(bound)
            if (visit === 'first') await expectOthersWhole(page, subject)
          }
          await chaos.repair()
          await retry(page)
          // After a crash the screen retries once; then the page reloads.
          if (failure.panel === CRASHED) await page.getByRole('button', { name: 'Recargar' }).click()
          await expect(page.getByText(subject.whole).first()).toBeVisible(bound)
          expect(await page.evaluate(() => 'trazoForeign' in globalThis)).toBe(false)
        } finally {
          await chaos.repair()
          await page.context().close()
        }
      })

    for (const failure of failures
      .filter(({ panel }) => panel !== CRASHED)
      .filter((_, row) => isSampled(row + 1, column, subjects.length) && isSampledForm(row, 1, 2, subjects.length)))
      test(`${failure.title}: the page runs the previous release`, async ({ browser, stage, trazo }) => {
        const page = await openPage(browser, stage, subject, failure)
        const chaos = chaosOf(trazo, page.context(), subject, failure)
        await chaos.begin({ previous: true })
        try {
          // An embedded manifest is never requested, so these
          // failures occur only on client-side navigation.
          const inPage = !failure.title.includes('manifest')
          await page.goto(`${trazo.url}${inPage ? pathOf(subject, stage.link) : '/'}`)
          if (!inPage) await goWithin(page, pathOf(subject, stage.link))
          if (hangs(failure)) await passTime(page, subject, [], 1)
          await expect(page.getByText(subject.previous).first()).toBeVisible(bound)
          await expect(page.getByText(subject.whole)).toHaveCount(0)
          expect(await page.evaluate(() => 'trazoForeign' in globalThis)).toBe(false)
        } finally {
          await chaos.repair()
          await page.context().close()
        }
      })
  })

test('a missing lazy chunk loads again without a page reload, and the header keeps working', async ({
  page,
  stage,
}) => {
  const isPart = ({ pathname }: URL): boolean => /^\/r\/mf_signing\/[^/]+\/guest\.(.*\.)?js$/.test(pathname)
  await page.route(isPart, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(stage.link)
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: 'Falta una parte de esta página' })
  await expect(panel).toBeVisible(bound)
  await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).click()
  await page.unroute(isPart)
  await expect(panel.getByRole('button', { name: 'Recargar' })).toBeVisible()
  let navigations = 0
  page.on('framenavigated', () => {
    navigations += 1
  })
  await panel.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Agregar Firma Digital').first()).toBeVisible(bound)
  expect(navigations).toBe(0)
})

test('the manifest embedded in the page serves only the first attempt to load a remote', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isEntry = ({ pathname }: URL): boolean => /^\/r\/mf_auth\/.*\/remoteEntry\./.test(pathname)
  const manifests = () => asked.filter((path) => path.endsWith('/mf-manifest.json'))
  await page.route(isEntry, async (route) => {
    if (new URL(route.request().url()).search !== '') return route.continue()
    expect(manifests()).toEqual([])
    return route.abort()
  })
  await page.goto('/login')
  await expect(page.getByText('Tus documentos y sus firmas te esperan.')).toBeVisible(bound)
  expect(manifests()).toHaveLength(1)
})

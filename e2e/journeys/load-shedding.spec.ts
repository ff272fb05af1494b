import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { verifyTrustCall } from 'shared/contract/verify'
import { scaled } from 'shared/testing/limits'
import { launchSite } from '../../scripts/site.ts'
import { bringFile, pdfFile } from '../harness/bring-file.ts'
import { aContract } from '../harness/editor.ts'
import { identifyByClock, reviewAndDraw, thanksOf } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { card, leaveEditor } from '../harness/people.ts'
import { test as base, expect, type Trazo } from '../harness/trazo.ts'
import { contract, describeFile, enterUpload, expectKept, failurePanel, submitButton } from '../harness/upload-form.ts'

interface BusySite extends Trazo {
  overrun(): Promise<void>
  calm(): Promise<void>
}

const test = base.extend<object, { busy: BusySite }>({
  busy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'trazo-busy-'))
      // Other programs delay the process, too, but by less than the limit of a real site.
      const env = { RATE_LIMIT_FACTOR: '1000' }
      const site = await launchSite({ dataDir, env, apiMain: 'api/test/support/busy-main.ts' })
      const flag = join(dataDir, 'busy')
      const until = (status: number) =>
        expect
          .poll(async () => (await fetch(site.url + verifyTrustCall.path)).status, {
            intervals: [50],
            timeout: scaled(60_000),
          })
          .toBe(status)
      const overrun = async () => {
        writeFileSync(flag, '')
        await until(503)
      }
      const calm = async () => {
        rmSync(flag, { force: true })
        await until(200)
      }
      try {
        await use({ ...site, dataDir, crashApi: () => site.api.restart(), overrun, calm })
      } finally {
        await site.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: scaled(120_000) },
  ],
  baseURL: async ({ busy }, use) => use(busy.url),
})

test.afterEach(({ busy }) => busy.calm())

const BUSY = 'Hay muchas personas usando Trazo en este momento. Seguimos intentándolo…'
const SENT_AWAY = 'Estamos atendiendo a muchas personas a la vez. Vuelve a intentarlo en unos segundos.'

/** The longest pause of `shared/src/http/retry-busy.ts`, in milliseconds. */
const RETRY_MS = 10_000

/** Each pass skips one pause of the page's reads. */
const comesByItself = (page: Page, what: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(RETRY_MS)
    await expect(what).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: scaled(30_000) })

test('the document list loads automatically when the overload ends', async ({ page, busy: trazo }) => {
  const api = await enterUpload(page, trazo, 'espera')
  await api.upload('Contrato de enero.pdf', contract)
  await trazo.overrun()
  await page.clock.install()
  await page.reload()
  await page.getByRole('tab', { name: 'Mis Documentos' }).click()
  // Skipped time could use up all tries before the notice shows.
  await expect(page.getByText(BUSY)).toBeVisible()
  await trazo.calm()
  await comesByItself(page, card(page, 'Contrato de enero.pdf'))
  await expect(page.getByText(BUSY)).toBeHidden()
})

test('the guest page retries automatically, and a signature refused by overload succeeds on a retry', async ({
  page,
  busy: trazo,
}) => {
  const { api, file, fields } = await aContract(trazo, 'invitada')
  const ana = { name: 'Ana Mora', email: 'ana@invitada.example' }
  const link = await api.invite(file, await api.addField(file, ana), ana)
  await trazo.overrun()
  await page.clock.install()
  await page.goto(link)
  await expect(page.getByText(BUSY)).toBeVisible()
  await trazo.calm()
  await comesByItself(page, page.locator('main canvas').first())
  await reviewAndDraw(page)
  await identifyByClock(page)

  await trazo.overrun()
  await page.clock.runFor(5000)
  await page.clock.runFor(2000)
  const failure = page.getByRole('dialog', { name: 'Firmando el documento' }).getByRole('alert')
  await expect(failure).toContainText(SENT_AWAY)
  await trazo.calm()
  expect((await fields()).map(({ is_signed }) => is_signed)).toEqual([false])
  await page.getByRole('button', { name: 'Reintentar firma' }).click()
  await expect(thanksOf(page)).toBeVisible({ timeout: scaled(30_000) })
  expect((await fields()).map(({ is_signed }) => is_signed)).toEqual([true])
})

test('an upload refused by overload keeps file and form, and a retry stores the document once', async ({
  page,
  busy: trazo,
}) => {
  const api = await enterUpload(page, trazo, 'sube')
  const bytes = Buffer.concat([makePdf([{ text: 'Un contrato largo' }]), Buffer.from('\n%'), randomBytes(6_000_000)])
  await bringFile(page, 'paste', pdfFile('Contrato largo.pdf', bytes))
  await describeFile(page)
  await trazo.overrun()
  await submitButton(page).click()
  await expect(failurePanel(page)).toContainText(SENT_AWAY)
  await expectKept(page, 'Contrato largo.pdf')
  await trazo.calm()
  await failurePanel(page).getByRole('button', { name: 'Reintentar' }).click()
  await leaveEditor(page, 'Contrato largo.pdf')
  await expect(card(page, 'Contrato largo.pdf')).toContainText('El contrato de enero')
  expect(await api.list()).toHaveLength(1)
})

test('a monitor outside reads at the site what fails: nothing, then the API, then nothing again', async ({
  busy: trazo,
}) => {
  const ready = async () => {
    const response = await fetch(`${trazo.url}/readyz`)
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  const parts = { database: 'ok', disk: 'ok', signing: 'ok', sealing: 'ok', mail: 'ok' }
  const whole = { status: 'ready', checks: { registry: 'ok', api: 'ok', ...parts }, problems: [] }
  await expect.poll(ready, { timeout: scaled(30_000) }).toMatchObject({ status: 200, body: whole })
  await trazo.api.kill()
  await expect.poll(ready, { timeout: scaled(30_000) }).toMatchObject({
    status: 503,
    body: { status: 'not-ready', checks: { registry: 'ok', api: 'failed' } },
  })
  expect((await fetch(`${trazo.url}/healthz`)).status).toBe(200)
  await trazo.api.restart()
  await expect.poll(ready, { timeout: scaled(30_000) }).toMatchObject({ status: 200, body: whole })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page, TestInfo } from 'playwright/test'
import type { BodyOf } from 'shared/contract'
import { createFieldCall, downloadFileCall, listFilesCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { scaled } from 'shared/testing/limits'
import * as v from 'valibot'
import { launchSite } from '../../scripts/site.ts'
import { ownerApi } from '../harness/api.ts'
import { signatureOfElena, signatureOfLuis, write } from '../harness/handwriting.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { type Guest, type Owner, openEditor } from '../harness/people.ts'
import { isSampled, SLOW_ROWS, sampleOf } from '../harness/sample.ts'
import { test as base, expect, type Trazo } from '../harness/trazo.ts'

/* Screenshots for the home page and the README.
   `TRAZO_PICTURES=1` writes them to the repository. */
const REPOSITORY = join(import.meta.dirname, '../..')
const HERO = 'shell/src/home/pictures'
const README = 'docs/images/editor.png'
/** Bytes. */
const LIMIT = { hero: 60_000, readme: 300_000 }
/** Tried until the file fits the limit. */
const WEBP_QUALITIES = [0.75, 0.7, 0.65, 0.6, 0.5]

const SAMPLE = 'Acuerdo de confidencialidad.pdf'
const elena: Owner = {
  username: 'elena.rojas',
  firstName: 'Elena',
  lastName: 'Rojas Mora',
  email: 'elena@rojas.example',
  password: 'tinta y papel 26',
}
const luis: Guest = { name: 'Luis Vargas Solís', email: 'luis@vargas.example' }
const themes = ['light', 'dark'] as const
const INK = '#1c2f94'

const test = base.extend<object, { trazo: Trazo }>({
  trazo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'trazo-pictures-'))
      const site = await launchSite({ dataDir, env: { DEMO_ACCOUNT: '1' } })
      try {
        await use({ ...site, dataDir, crashApi: () => site.api.restart() })
      } finally {
        await site.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: scaled(120_000) },
  ],
})

const sampleDocument = async ({ url }: Trazo): Promise<Buffer> => {
  const login = await fetch(`${url}${loginCall.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'demo-trazo' }),
  })
  const { access_token } = v.parse(loginCall.reply, await login.json())
  const headers = { Authorization: `Bearer ${access_token}` }
  const files = v.parse(listFilesCall.reply, await (await fetch(url + listFilesCall.path, { headers })).json())
  const sample = files.find((file) => file.original_filename === SAMPLE)
  if (!sample) throw new Error(`the demonstration account has no '${SAMPLE}'`)
  const answer = await fetch(url + downloadFileCall.path.replace(':id', String(sample.id)), { headers })
  return Buffer.from(await answer.arrayBuffer())
}

type Field = BodyOf<typeof createFieldCall>

/** Fractions of the page. */
const fieldOn = (line: 'left' | 'right', field: Pick<Field, 'field_type' | 'signer_name' | 'signer_email'>) => ({
  ...field,
  field_id: `field_${line}`,
  x_relative: line === 'left' ? 0.115 : 0.552,
  y_relative: 0.602,
  width_relative: 0.335,
  height_relative: 0.066,
  page: 1,
})

const prepareDocument = async (trazo: Trazo): Promise<string> => {
  const api = await ownerApi(trazo, elena)
  const file = await api.upload(SAMPLE, await sampleDocument(trazo))
  const add = async (field: ReturnType<typeof fieldOn>): Promise<number> => {
    const answer = await fetch(trazo.url + createFieldCall.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${api.token}` },
      body: JSON.stringify({ ...field, user_file_id: file.id }),
    })
    return v.parse(createFieldCall.reply, await answer.json()).id
  }
  const name = `${elena.firstName} ${elena.lastName}`
  await add(fieldOn('left', { field_type: 'PRIMARY', signer_name: name, signer_email: elena.email }))
  const id = await add(fieldOn('right', { field_type: 'SECONDARY', signer_name: luis.name, signer_email: luis.email }))
  await api.invite(file, id, luis)
  return linkIn(await mailTo(trazo.dataDir, luis.email, /firma/i))
}

type Theme = 'light' | 'dark'

const openPage = async (browser: Browser, theme: Theme, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ locale: 'es-CR', ...options })
  await context.addInitScript((value) => localStorage.setItem('trazo.theme', value), theme)
  return context.newPage()
}

const logIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Nombre de usuario').fill(elena.username)
  await page.getByLabel('Contraseña', { exact: true }).fill(elena.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('heading', { name: `Hola, ${elena.firstName}` })).toBeVisible()
}

const draw = async (page: Page, handwriting: readonly string[]): Promise<void> => {
  const paper = page.getByRole('dialog').locator('canvas').last()
  await expect(paper).toBeVisible()
  await page.getByLabel('Color').fill(INK)
  await write(page, paper, handwriting)
}

const signAsElena = async (page: Page): Promise<void> => {
  const editor = await openEditor(page, SAMPLE)
  await editor.getByRole('button', { name: /^Elena Rojas Mora, .+por firmar$/ }).dblclick()
  await draw(page, signatureOfElena)
  await page.getByRole('button', { name: 'Firmar documento' }).click()
  await expect(page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })).toBeVisible()
}

const showEditor = async (page: Page, zoomSteps: number): Promise<void> => {
  await page.goto('/dashboard')
  const editor = await openEditor(page, SAMPLE)
  const field = (state: string): Locator => editor.getByRole('button', { name: new RegExp(`${state}$`) })
  await expect(field('firmado')).toBeVisible()
  for (let step = 0; step < zoomSteps; step += 1) await editor.getByRole('button', { name: 'Acercar' }).click()
  await expect(field('por firmar')).toBeVisible()
  // Keeps the caption under the line above the toolbar.
  await field('por firmar').evaluate((element) => {
    element.style.scrollMarginBlockEnd = '160px'
    element.scrollIntoView({ block: 'end' })
  })
  await page.mouse.move(0, 0)
}

const showPhone = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await expect(page.locator('main canvas').first()).toBeVisible()
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await draw(page, signatureOfLuis)
}

/** @param limit bytes */
const asWebp = async (browser: Browser, png: Buffer, limit: number): Promise<Buffer> => {
  const page = await browser.newPage()
  const base64 = await page.evaluate(
    async ({ source, qualities, limit }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      const tries = qualities.map((quality) => canvas.toDataURL('image/webp', quality).replace(/^.*;base64,/, ''))
      // Base64 encodes three bytes as four characters.
      return tries.find((encoded) => encoded.length * 0.75 <= limit) ?? tries.at(-1) ?? ''
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, qualities: WEBP_QUALITIES, limit },
  )
  await page.close()
  return Buffer.from(base64, 'base64')
}

const keep = (info: TestInfo, path: string, bytes: Buffer, limit: number): void => {
  expect(bytes.length, `${path} in bytes`).toBeLessThanOrEqual(limit)
  const folder = process.env.TRAZO_PICTURES === '1' ? REPOSITORY : info.outputPath()
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), bytes)
}

const pictures = process.env.TRAZO_PICTURES === '1' || isSampled(0, 0, SLOW_ROWS) ? test : test.skip

pictures('the pictures of the product can be made', async ({ browser, trazo }, info) => {
  const link = await prepareDocument(trazo)
  const baseURL = trazo.url
  const desk = { baseURL, viewport: { width: 1100, height: 770 }, deviceScaleFactor: 1.25 / 1.1 }
  const hand = {
    baseURL,
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 1.6,
    hasTouch: true,
    isMobile: true,
  }
  const webp = async (page: Page) => asWebp(browser, await page.screenshot(), LIMIT.hero)

  const owner = await openPage(browser, 'light', { ...desk, viewport: { width: 1280, height: 800 } })
  await logIn(owner)
  await signAsElena(owner)
  await showEditor(owner, 1)
  keep(info, README, await owner.screenshot(), LIMIT.readme)

  for (const theme of process.env.TRAZO_PICTURES === '1' ? themes : sampleOf(themes, 1)) {
    const editor = await openPage(browser, theme, desk)
    await logIn(editor)
    await showEditor(editor, 0)
    keep(info, `${HERO}/editor-${theme}.webp`, await webp(editor), LIMIT.hero)

    const phone = await openPage(browser, theme, hand)
    await showPhone(phone, link)
    keep(info, `${HERO}/phone-${theme}.webp`, await webp(phone), LIMIT.hero)
  }
})

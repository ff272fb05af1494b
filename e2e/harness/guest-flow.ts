import type { Browser, Locator, Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { drawSignature } from './people.ts'

export const screens = [
  { title: 'on a desk', use: {} },
  { title: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const

const step = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })
export const reviewOf = (page: Page): Locator => step(page, 'Revisa dónde va tu firma')
export const drawingOf = (page: Page): Locator => step(page, 'Dibuja tu firma')
export const identificationOf = (page: Page): Locator => step(page, 'Identifícate para firmar')
export const verificationOf = (page: Page): Locator => step(page, 'Código de verificación')
export const thanksOf = (page: Page): Locator => step(page, 'Documento firmado digitalmente con éxito')

/** Installs the fake clock. */
export const openDocument = async (page: Page, link: string): Promise<void> => {
  await page.clock.install()
  await page.goto(link)
  await expect(page.locator('main canvas').first()).toBeVisible()
}

const reviewAndBeginToDraw = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(page)
}

/** @returns a guest who has drawn, in another context */
export const beginToSign = async (browser: Browser, link: string): Promise<Page> => {
  const guest = await (await browser.newContext({ locale: 'es-CR' })).newPage()
  await openDocument(guest, link)
  await reviewAndBeginToDraw(guest)
  return guest
}

export const reviewAndDraw = async (page: Page): Promise<void> => {
  await reviewAndBeginToDraw(page)
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
}

/** @param number without hyphens */
export const identify = async (page: Page, number = '102340567'): Promise<void> => {
  const identification = identificationOf(page)
  await identification.getByLabel(/^Número de/).fill(number)
  // Signers with a public link must enter a name.
  const name = identification.getByLabel('Nombre', { exact: true })
  if ((await name.count()) > 0 && (await name.inputValue()) === '') await name.fill('Eva Ríos')
  await identification.getByRole('button', { name: 'Autenticar' }).click()
}

/** Pauses the clock. */
export const identifyByClock = async (page: Page): Promise<void> => {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await identify(page)
  await page.clock.runFor(1200)
  await expect(verificationOf(page)).toBeVisible()
}

export const confirmByClock = async (page: Page): Promise<void> => {
  await page.clock.runFor(5000)
  await page.clock.runFor(2000)
  await expect(thanksOf(page)).toBeVisible({ timeout: scaled(30_000) })
}

export const identifyAndConfirm = async (page: Page): Promise<void> => {
  await identifyByClock(page)
  await confirmByClock(page)
}

export const thankedByClock = async (page: Page): Promise<void> => {
  await page.clock.runFor(10_000)
  await page.clock.resume()
}

export const stay = async (page: Page): Promise<void> => {
  await thanksOf(page).getByRole('button', { name: 'Quedarme aquí' }).click()
  await page.clock.resume()
}

export const signByFlow = async (page: Page): Promise<void> => {
  await reviewAndDraw(page)
  await identifyAndConfirm(page)
}

import type { Browser, Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { enter, type Owner, ownerNamed } from '../harness/people.ts'
import { expectFreeToast, toastsOf } from '../harness/toasts.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const pdf = makePdf([{ text: 'Reglamento interno' }, { text: 'Anexo' }])
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const openTab = async (page: Page, trazo: Trazo, owner: Owner, names: readonly string[]): Promise<void> => {
  const api = await ownerApi(trazo, owner)
  for (const name of names) await api.upload(name, pdf)
  await enter(page, owner)
  await page.getByRole('tab', { name: 'URLs de Firma' }).click()
  await expect(page.getByRole('heading', { name: 'Tus documentos' })).toBeVisible()
}

const visit = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'es-CR' })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
const confirmEnd = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Dejar de compartir' }).click()

const long = 'Acuerdo de confidencialidad y de uso de la información de la empresa 2026.pdf'
const names = ['Acta.pdf', 'Reglamento Único.pdf', 'Contrato.pdf', 'contrato.pdf', long]

test('a generated URL opens the document for anyone until the owner stops sharing', async ({
  page,
  browser,
  trazo,
  baseURL,
}) => {
  await openTab(page, trazo, ownerNamed('generadora'), names)
  await expect(page.getByText('Al generar la URL, cualquiera que la tenga podrá leer el documento.')).toBeVisible()

  await page.getByLabel('Nombre del archivo').fill('REGLAMENTO')
  await expect(page.getByRole('option')).toHaveText([/^Reglamento Único\.pdf/])
  await expectAccessible(page)
  await page.getByLabel('Nombre del archivo').press('Enter')
  await expect(page.getByText('Archivo no encontrado. Verifica el nombre del archivo.')).toBeVisible()
  await page.getByLabel('Nombre del archivo').fill('reglamento único')
  await page.getByRole('button', { name: 'Generar URL', exact: true }).click()
  const result = page.getByRole('region', { name: 'Reglamento Único.pdf' })
  await expect(result.getByText('Público: solo leer')).toBeVisible()
  await expectAccessible(page)

  await result.getByRole('button', { name: 'Copiar URL relativa' }).click()
  await expectFreeToast(page, 'URL copiada al portapapeles')
  await expect(toastsOf(page)).toHaveCount(1)
  const relative = await clipboard(page)
  expect(decodeURIComponent(relative)).toMatch(/^\/sign\/\d+\/reglamento-único$/)
  await result.getByRole('button', { name: 'Copiar URL completa' }).click()
  await expect.poll(() => clipboard(page)).toBe(baseURL + relative)

  const visitor = await visit(browser, baseURL + relative)
  await expect(visitor.getByText('Página 1 de 2')).toBeVisible()
  await expect(visitor.locator('main canvas').first()).toBeVisible()

  await result.getByRole('button', { name: 'Dejar de compartir' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    '«Reglamento Único.pdf» ya no se podrá leer ni firmar con su URL.',
  )
  await expectAccessible(page)
  await confirmEnd(page)
  await expect(result).toBeHidden()
  await expect(page.getByLabel('Nombre del archivo')).toBeFocused()
  await expect(row(page, 'Reglamento Único.pdf').getByText('No público')).toBeVisible()

  await visitor.reload()
  await expect(visitor.getByText('Este documento no está disponible')).toBeVisible()
  await expect(visitor.locator('main canvas')).toHaveCount(0)

  await test.step('the owner picks among documents with the same name, and generates, copies and ends URLs in the list', async () => {
    await page.getByLabel('Nombre del archivo').fill('Contrato')
    await page.getByRole('button', { name: 'Generar URL', exact: true }).click()
    const choice = page.getByRole('region', { name: 'Hay 2 documentos con ese nombre. ¿De cuál quieres la URL?' })
    await expect(choice.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await choice.getByRole('button').last().click()
    await expect(page.getByRole('region', { name: 'Contrato.pdf', exact: true })).toBeVisible()

    await row(page, 'Acta.pdf').getByRole('button', { name: 'Generar URL' }).click()
    const copy = row(page, 'Acta.pdf').getByRole('button', { name: 'Copiar URL' })
    await expect(copy).toBeFocused()
    await copy.press('Enter')
    await expect.poll(() => clipboard(page)).toMatch(/\/sign\/\d+\/acta$/)
    await visitor.goto(await clipboard(page))
    await expect(visitor.getByText('Página 1 de 2')).toBeVisible()

    await row(page, 'Acta.pdf').getByRole('button', { name: 'Dejar de compartir' }).click()
    await confirmEnd(page)
    await expect(row(page, 'Acta.pdf').getByRole('button', { name: 'Generar URL' })).toBeFocused()
    await visitor.reload()
    await expect(visitor.getByText('Este documento no está disponible')).toBeVisible()
    expect(visitor.url()).toContain(baseURL)
    await visitor.context().close()
  })

  await test.step('on a phone, the page that generates URLs fits the width of the screen', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await row(page, long).getByRole('button', { name: 'Generar URL' }).click()
    await expect(row(page, long).getByText('Público: solo leer', { exact: true })).toBeVisible()
    await expectFreeToast(page, 'URL generada.')
    await page.getByLabel('Nombre del archivo').fill('acta')
    await page.getByLabel('Nombre del archivo').press('Enter')
    await expect(page.getByRole('region', { name: 'Acta.pdf' })).toBeVisible()
    await expectAccessible(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})

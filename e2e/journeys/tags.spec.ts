import type { Locator, Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { card, enter, ownerNamed } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const NAMES = ['Acta.pdf', 'Contrato.pdf', 'Poder.pdf', 'Recibo.pdf']
const TAG = 'Alquiler 2026'

const titles = (page: Page): Locator => page.getByRole('list', { name: 'Mis Documentos' }).getByRole('heading')
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Documentos seleccionados' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Etiquetas' })
const group = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: 'Grupos' }).getByRole('button', { name })
const opener = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

const openList = async (page: Page, trazo: Trazo, username: string): Promise<void> => {
  const owner = ownerNamed(username)
  const api = await ownerApi(trazo, owner)
  for (const name of NAMES.toReversed()) await api.upload(name, makePdf([{ text: name }]))
  await enter(page, owner)
  await expect(titles(page)).toHaveText(NAMES)
}

/** From the first document on, by keys alone. */
const chooseThree = async (page: Page, first: string): Promise<void> => {
  await opener(page, first).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(bar(page)).toContainText('3 seleccionados')
}

test('by keyboard alone, three documents get a tag, are found by it, archived and brought back', async ({
  page,
  trazo,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openList(page, trazo, 'etiquetas')
  await expect(page.getByLabel('Etiqueta', { exact: true })).toBeHidden()
  await expect(group(page, /Archivados/)).toBeHidden()

  await chooseThree(page, 'Acta.pdf')
  await expect(opener(page, 'Poder.pdf')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('e')
  await expect(dialog(page).getByLabel('Buscar o crear una etiqueta')).toBeFocused()
  await page.keyboard.type(TAG)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('checkbox', { name: TAG })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(opener(page, 'Poder.pdf')).toBeFocused()
  for (const name of NAMES.slice(0, 3)) await expect(card(page, name)).toContainText(TAG)
  await expect(card(page, 'Recibo.pdf')).not.toContainText(TAG)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()

  await page.getByLabel('Etiqueta', { exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(titles(page)).toHaveText(NAMES.slice(0, 3))
  await expect(page).toHaveURL(/[?&]etiqueta=Alquiler\+2026/)

  await chooseThree(page, 'Acta.pdf')
  await bar(page).getByRole('button', { name: 'Archivar' }).press('Enter')
  await expect(page.getByText('Ningún documento coincide con lo que buscas')).toBeVisible()
  await expect(group(page, /Todos/)).toHaveText('Todos1')
  await expect(group(page, /Archivados/)).toHaveText('Archivados3')
  await group(page, /Archivados/).press('Enter')
  await expect(titles(page)).toHaveText(NAMES.slice(0, 3))
  await expectAccessible(page)

  await chooseThree(page, 'Acta.pdf')
  await bar(page).getByRole('button', { name: 'Desarchivar' }).press('Enter')
  await expect(group(page, /Archivados/)).toHaveText('Archivados0')
  await group(page, /Todos/).press('Enter')
  await expect(titles(page)).toHaveText(NAMES.slice(0, 3))
  await page.getByLabel('Etiqueta', { exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(titles(page)).toHaveText(NAMES)
  await expect(group(page, /Archivados/)).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu chooses the first document, and the boxes the next ones', async ({ page, trazo }) => {
    await openList(page, trazo, 'etiquetas-telefono')
    const box = page.getByRole('checkbox', { name: 'Seleccionar Contrato.pdf' })
    await expect(box).toBeHidden()
    await page.getByRole('button', { name: 'Acciones de Acta.pdf' }).tap()
    await page.getByRole('button', { name: 'Seleccionar', exact: true }).tap()
    await expect(bar(page)).toContainText('1 seleccionado')
    await box.tap()
    await expect(bar(page)).toContainText('2 seleccionados')
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Etiquetas…' }).tap()
    await dialog(page).getByLabel('Buscar o crear una etiqueta').fill(TAG)
    await dialog(page)
      .getByRole('button', { name: `Crear «${TAG}»` })
      .tap()
    await dialog(page).getByRole('button', { name: 'Guardar etiquetas' }).tap()
    await expect(card(page, 'Contrato.pdf')).toContainText(TAG)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await bar(page).getByRole('button', { name: 'Quitar selección' }).tap()
    await expect(bar(page)).toBeHidden()
  })
})

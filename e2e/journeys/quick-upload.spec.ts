import type { Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { dropOnPage, pdfFile } from '../harness/bring-file.ts'
import { card, enter, leaveEditor, ownerNamed } from '../harness/people.ts'
import { expect, test } from '../harness/trazo.ts'
import { contract, failurePanel, hostile } from '../harness/upload-form.ts'

const sizes = [
  { name: 'escritorio', width: 1440, height: 900 },
  { name: 'telefono', width: 390, height: 844 },
]

const choose = async (page: Page, name: string): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Subir un PDF' }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: contract })
}

const changeDetails = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Acciones de ${name}` }).click()
  await page.getByRole('button', { name: /^Datos del documento/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Datos del documento' })
  await dialog.getByLabel('Descripción').fill('Casa en Heredia')
  await dialog.getByLabel('Notas').fill('Falta el plano')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar datos' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Acciones de ${name}` })).toBeFocused()
}

for (const { name, width, height } of sizes) {
  test(`${width} px: a PDF opens right after it was dropped or chosen, and its details are changed later`, async ({
    page,
    trazo,
  }) => {
    const owner = ownerNamed(`soltar-${name}`)
    const api = await ownerApi(trazo, owner)
    await page.setViewportSize({ width, height })
    await enter(page, owner)
    await expect(page.getByText('Aún no tienes documentos')).toBeVisible()
    await expectAccessible(page)

    await dropOnPage(page, pdfFile('Soltado.pdf', contract))
    await leaveEditor(page, 'Soltado.pdf')
    await expect(card(page, 'Soltado.pdf')).toBeVisible()

    await choose(page, 'Elegido.pdf')
    await leaveEditor(page, 'Elegido.pdf')
    await changeDetails(page, 'Elegido.pdf')
    await expect(card(page, 'Elegido.pdf')).toContainText('Casa en Heredia')
    const changed = (await api.list()).find(({ original_filename }) => original_filename === 'Elegido.pdf')
    expect(changed).toMatchObject({ description: 'Casa en Heredia', notes: 'Falta el plano' })
    await page.reload()
    await expect(card(page, 'Elegido.pdf')).toContainText('Casa en Heredia')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await dropOnPage(page, { name: 'Carta.docx', mimeType: 'application/msword', bytes: Buffer.from('PK') })
    await expect(page.getByText('Si es de Word, ábrelo y guárdalo como PDF', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Mis Documentos' }).click()
    await expect(page.getByRole('button', { name: 'Subir un PDF' })).toBeVisible()
    await dropOnPage(page, pdfFile('Formulario.pdf', hostile()))
    await expect(failurePanel(page)).toContainText('Sugerencia:')
    await expect(page.getByText('Formulario.pdf', { exact: true })).toBeVisible()
  })
}

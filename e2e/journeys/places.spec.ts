import type { Locator, Page } from 'playwright/test'
import { listFormFieldsCall } from 'shared/contract/form-fields'
import * as v from 'valibot'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, type EditorJourney, tabTo, waitForSave } from '../harness/editor.ts'
import { headersOf } from '../harness/form-fields.ts'
import type { PdfPage } from '../harness/make-pdf.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const line = (x0: number, y0: number, x1: number, y1: number): string => `${x0} ${y0} m ${x1} ${y1} l S`
const small = (text: string, x: number, y: number): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`

/** Three columns and four rows; nothing in it is to be signed. */
const table = [
  ...[380, 410, 440, 470, 500].map((y) => line(56, y, 506, y)),
  ...[56, 206, 356, 506].map((x) => line(x, 380, x, 500)),
  small('Nombre', 62, 480),
  small('Fecha', 212, 480),
  small('Firma', 362, 480),
  small('Ana Mora', 62, 450),
].join('\n')

const pages: readonly PdfPage[] = [
  {
    text: 'Contrato de arrendamiento\n\n\nLas partes aceptan lo que sigue.',
    drawing: `1 w ${line(200, 715, 340, 715)}\n${table}`,
  },
  {
    text: `Firma de la arrendadora: ${'_'.repeat(15)}\n\nFecha: ${'_'.repeat(15)}\n\n{{firma:Ana Mora}}`,
    drawing: `0.75 w ${line(56, 500, 236, 500)}\n${small('Luis Rojas', 56, 487)}`,
  },
]

const contractWithPlaces = async (trazo: Trazo, name: string) => {
  const contract = await aContract(trazo, name, pages)
  const { api, file } = contract
  await api.addField(
    file,
    { name: 'Ana Mora', email: `ana@${file.id}.example` },
    { page: 1, at: [0.1, 0.85, 0.3, 0.06] },
  )
  await api.addField(
    file,
    { name: 'Luis Rojas', email: `luis@${file.id}.example` },
    { page: 1, at: [0.5, 0.85, 0.3, 0.06] },
  )
  return contract
}

const placesOf = (editor: Locator): Locator => editor.getByRole('region', { name: 'Lugares para firmar' })
const chipOf = (editor: Locator, count: string): Locator => editor.getByRole('button', { name: count, exact: true })
const ghostsOf = (editor: Locator): Locator => editor.locator('[data-place-ghost]')

/** Each at its line on the second page. */
const expectPlaced = async ({ fields, ...contract }: EditorJourney, url: string): Promise<void> => {
  const placed = (await fields()).filter(({ page }) => page === 2)
  expect(placed.map(({ signer_name }) => signer_name).sort()).toEqual(['Ana Mora', 'Ana Mora', 'Luis Rojas'])
  const luis = placed.find(({ signer_name }) => signer_name === 'Luis Rojas')
  const bottom = ((luis?.y_relative ?? 0) + (luis?.height_relative ?? 0)) * 842
  expect(Math.abs(bottom - (842 - 500))).toBeLessThan(4)
  const answer = await fetch(`${url}${listFormFieldsCall.path}?user_file_id=${contract.file.id}`, {
    headers: headersOf(contract),
  })
  expect(v.parse(listFormFieldsCall.reply, await answer.json())).toMatchObject([{ label: 'Fecha', page: 2 }])
}

const invite = async (page: Page, editor: Locator): Promise<void> => {
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
}

test.describe('in a large window', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('the owner accepts one place by keyboard, then all; they are saved, and people are invited', async ({
    page,
    trazo,
  }) => {
    const contract = await contractWithPlaces(trazo, 'lugares')
    const editor = await contract.open(page)
    const found = chipOf(editor, '4 lugares para firmar')
    await expect(found).toBeVisible()
    await expect(ghostsOf(editor)).toHaveCount(0)
    await tabTo(page, found)
    await page.keyboard.press('Enter')
    await expect(placesOf(editor).getByRole('listitem')).toHaveCount(4)
    // Nothing in the table, and nothing at the ornament.
    await expect(placesOf(editor).getByText('Página 1')).toHaveCount(0)
    await expect(ghostsOf(editor)).toHaveCount(0)
    await placesOf(editor).getByRole('button', { name: 'Ver: Firma, arrendadora, página 2' }).click()
    await expect(editor.getByText('Página 2 de 2')).toBeVisible()
    await expect(ghostsOf(editor)).toHaveCount(4)
    await expectAccessible(page)

    await tabTo(page, placesOf(editor).getByRole('button', { name: 'Colocar: Firma, arrendadora, página 2' }))
    await page.keyboard.press('Enter')
    await expect(chipOf(editor, '3 lugares para firmar')).toBeVisible()
    await expect(placesOf(editor).getByRole('button', { name: 'Colocar: Fecha, página 2' })).toBeFocused()
    await expect(editor.getByText('1 campo colocado. Quedan 3 lugares.')).toBeAttached()
    await placesOf(editor).getByRole('button', { name: 'Colocar todos (3)' }).click()
    await expect(placesOf(editor)).toHaveCount(0)
    await waitForSave(editor)
    await expectPlaced(contract, trazo.url)
    await expectAccessible(page)
    await invite(page, editor)
    expect(new Set((await contract.invitations()).map(({ email }) => email)).size).toBe(2)
  })

  test('a ghost is placed by a click, and «Cancelar» takes it back', async ({ page, trazo }) => {
    const contract = await contractWithPlaces(trazo, 'lugares-atras')
    const editor = await contract.open(page)
    await chipOf(editor, '4 lugares para firmar').click()
    await placesOf(editor).getByRole('button', { name: 'Ver: Firma, Luis Rojas, página 2' }).click()
    await ghostsOf(editor).getByText('Firma · Luis Rojas').click()
    await expect(chipOf(editor, '3 lugares para firmar')).toBeVisible()
    await editor.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await expect(chipOf(editor, '4 lugares para firmar')).toBeVisible()
    await expect.poll(async () => (await contract.fields()).length).toBe(2)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the owner accepts places by touch', async ({ page, trazo }) => {
    const contract = await contractWithPlaces(trazo, 'lugares-telefono')
    const editor = await contract.open(page)
    await editor.getByRole('button', { name: 'Firmantes (2)' }).tap()
    await chipOf(editor, '4 lugares para firmar').tap()
    await expectAccessible(page)
    await placesOf(editor).getByRole('button', { name: 'Colocar: Firma, Luis Rojas, página 2' }).tap()
    await placesOf(editor).getByRole('button', { name: 'Descartar: Fecha, página 2' }).tap()
    await placesOf(editor).getByRole('button', { name: 'Ver: Firma, Ana Mora, página 2' }).tap()
    await expect(editor.getByText('Página 2 de 2')).toBeVisible()
    await expect(ghostsOf(editor)).toHaveCount(2)
    await expectAccessible(page)
    await editor.getByRole('button', { name: 'Firmantes (2)' }).tap()
    await placesOf(editor).getByRole('button', { name: 'Colocar todos (2)' }).tap()
    await expect(placesOf(editor)).toHaveCount(0)
    await waitForSave(editor)
    expect((await contract.fields()).filter(({ page: number }) => number === 2)).toHaveLength(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await invite(page, editor)
  })
})

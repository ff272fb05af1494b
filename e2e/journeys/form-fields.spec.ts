import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright/test'
import { href } from 'shared/contract'
import { type FormFieldRule, listFormFieldsCall } from 'shared/contract/form-fields'
import * as v from 'valibot'
import { expectAccessible } from '../harness/axe.ts'
import { newContract, test } from '../harness/desk.ts'
import { aContract, type EditorJourney, placeFor, threePages } from '../harness/editor.ts'
import { addFormField, headersOf, type OwnedFile } from '../harness/form-fields.ts'
import { openDocument, reviewOf, screens, signByFlow, stay } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { drawSignature } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test as ownPage } from '../harness/trazo.ts'

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })

const formFieldsOf = async (contract: OwnedFile, url: string) => {
  const query = `?user_file_id=${contract.file.id}`
  const answer = await fetch(`${url}${listFormFieldsCall.path}${query}`, { headers: headersOf(contract) })
  return v.parse(listFormFieldsCall.reply, await answer.json())
}

const formOf = (page: Page) => page.getByRole('region', { name: 'Llena antes de firmar' })
const sign = (page: Page) => page.getByRole('button', { name: 'Agregar Firma Digital' })

const expectSigned = async (
  contract: Pick<EditorJourney, 'api' | 'file'>,
  name: string,
  values: readonly string[],
): Promise<void> => {
  const signed = await contract.api.download(contract.file)
  test.skip(!hasTool('pdfsig') || !hasTool('pdftotext'), 'pdfsig and pdftotext are not installed')
  expect(pdfsig(signed)).toMatchObject([{ signer: name, validation: 'Signature is Valid.', wholeDocument: true }])
  const text = textOf(signed)
  for (const value of values) expect(text).toContain(value)
}

const picturesOf = (pdf: Uint8Array, page: number): number =>
  execFileSync('pdfimages', ['-list', '-f', `${page}`, '-l', `${page}`, '-'], { input: pdf, encoding: 'utf8' })
    .split('\n')
    .filter((line) => /^ *\d+ +\d+ image /.test(line)).length

const expectToolsFit = async (page: Page): Promise<void> => {
  const before = page.viewportSize()
  const tools = page.getByRole('group', { name: 'Herramientas de edición' })
  for (const width of [1100, 1180, 1280, 1380, 1440]) {
    await page.setViewportSize({ width, height: 860 })
    const fit = () =>
      tools.evaluate(
        (group, wanted) =>
          innerWidth === wanted && group.dataset.editing === 'true' && group.scrollWidth <= group.clientWidth,
        width,
      )
    await expect.poll(fit).toBe(true)
  }
  if (before) await page.setViewportSize(before)
}

test('the owner adds form fields; the guest fills, resumes, reaches the missing field and signs', async ({
  page,
  desk,
  browser,
  trazo,
}) => {
  const contract = await newContract(trazo, desk, 'por-llenar')
  const ana = { name: 'Ana Mora', email: `ana@${contract.file.id}.example` }
  const editor = await contract.open(page)
  await placeFor(editor, ana)
  await expectToolsFit(page)
  const palette = editor.getByRole('region', { name: 'Campos para llenar' })
  const place = async (kind: string, settings: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await palette.getByRole('button', { name: kind }).click()
    await editor.getByRole('button', { name: 'Colocar después' }).click()
    await editor.getByRole('button', { name: `Ajustes del campo ${kind}` }).click()
    const dialog = page.getByRole('dialog', { name: `Ajustes: ${kind}` })
    await settings(dialog)
    await dialog.getByRole('button', { name: 'Guardar ajustes' }).click()
    await expect(dialog).toBeHidden()
  }
  await place('Texto', async (dialog) => {
    await dialog.getByLabel('Nombre del campo').fill('Empresa')
    await expectAccessible(page)
  })
  await place('Casilla', async (dialog) => {
    await dialog.getByLabel('Nombre del campo').fill('Acepto')
    await dialog.getByLabel(/^Obligatorio/).check()
  })
  await place('Lista', async (dialog) => {
    await dialog.getByLabel('Nombre del campo').fill('Plan')
    await dialog.getByLabel('Opciones').fill('Mensual\nMensual')
    await dialog.getByRole('button', { name: 'Guardar ajustes' }).click()
    await expect(dialog.getByText('«Mensual» está dos veces.')).toBeVisible()
    await dialog.getByLabel('Opciones').fill('Mensual\nAnual con descuento')
  })
  await editor.getByRole('button', { name: 'Deshacer' }).click()
  await editor.getByRole('button', { name: 'Rehacer' }).click()
  const stored = async () =>
    (await formFieldsOf(contract, trazo.url)).map(({ label, required }) => `${label} ${required}`)
  await expect.poll(async () => (await stored()).toSorted()).toEqual(['Acepto true', 'Empresa true', 'Plan true'])
  await expectAccessible(page)
  const [field] = await contract.fields()
  if (!field) throw new Error('the signature field was not saved')

  const guest = await (await browser.newContext({ locale: 'es-CR' })).newPage()
  const link = await contract.api.invite(contract.file, field.id, ana)
  await openDocument(guest, link)
  const form = formOf(guest)
  await expect(form).toContainText('Faltan 3 campos por llenar.')
  await expectAccessible(guest)
  await form.getByRole('button', { name: 'Siguiente campo (quedan 3)' }).click()
  const company = guest.getByRole('textbox', { name: /^Empresa/ })
  await expect(company).toBeFocused()
  await company.fill('Café Ñandú S. A.')
  await guest.getByRole('checkbox', { name: /^Acepto/ }).check()
  await expect(form).toContainText('Falta 1 campo por llenar.')
  await expect(form.getByText('Guardado')).toBeVisible()
  await guest.evaluate(() => sessionStorage.clear())
  await guest.reload()
  await expect(company).toHaveValue('Café Ñandú S. A.')
  await expect(guest.getByRole('checkbox', { name: /^Acepto/ })).toBeChecked()

  await sign(guest).click()
  const plan = guest.getByRole('combobox', { name: /^Plan\. Falta llenar «Plan»\.$/ })
  await expect(plan).toBeFocused()
  await expect(reviewOf(guest)).toHaveCount(0)
  await expectAccessible(guest)
  await guest.getByRole('combobox', { name: /^Plan/ }).selectOption('Anual con descuento')
  await expect(form).toContainText('Todo está lleno: ya puedes firmar.')
  await signByFlow(guest)
  await stay(guest)
  await expectSigned(contract, ana.name, ['Café Ñandú S. A.', 'Anual con descuento'])
})

test('the editor offers the form of a PDF, and a guest fills in its fields and signs', async ({
  page,
  desk,
  browser,
  trazo,
}) => {
  const contract = await newContract(trazo, desk, 'solicitud', makePdf(threePages, ['Cédula', 'Domicilio']))
  const { api, file } = contract
  const ana = { name: 'Ana Mora', email: `ana@${file.id}.example` }
  const fieldId = await api.addField(file, ana, { page: 1 })
  const editor = await contract.open(page)
  await expect(editor.getByText('Este PDF tiene 2 campos de formulario. ¿Usarlos?')).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Usar los campos del PDF' }).click()
  await expect(editor.getByRole('button', { name: 'Domicilio, Texto · Ana Mora, opcional' })).toBeVisible()
  await expect.poll(async () => (await formFieldsOf({ api, file }, trazo.url)).length).toBe(2)

  const guest = await (await browser.newContext({ locale: 'es-CR' })).newPage()
  await openDocument(guest, await api.invite(file, fieldId, ana))
  await expect(formOf(guest)).toContainText('Todo está lleno')
  await guest.getByRole('textbox', { name: /^Cédula/ }).fill('1-0234-0567')
  await guest.getByRole('textbox', { name: /^Domicilio/ }).fill('Barrio Escalante')
  await signByFlow(guest)
  await stay(guest)
  await expectSigned({ api, file }, ana.name, ['1-0234-0567', 'Barrio Escalante'])
})

test('the owner repeats initials on pages; a field-link guest draws them once and changes one', async ({
  page,
  desk,
  browser,
  trazo,
}) => {
  const contract = await newContract(trazo, desk, 'iniciales')
  const { api, file } = contract
  const fieldId = await api.addField(file, { name: 'Por definir', email: `nadie@${file.id}.example` }, { page: 1 })
  const editor = await contract.open(page)
  await editor.getByRole('region', { name: 'Campos para llenar' }).getByRole('button', { name: 'Iniciales' }).click()
  await editor.getByRole('button', { name: 'Colocar después' }).click()
  await editor.getByRole('button', { name: 'Repetir en páginas… el campo Iniciales' }).click()
  const repeat = page.getByRole('dialog', { name: 'Repetir en páginas…' })
  await repeat.getByLabel('Estas páginas').check()
  await repeat.getByLabel('Números de página').fill('2-4')
  await repeat.getByRole('button', { name: 'Repetir campo' }).click()
  await expect(repeat.getByText('«2-4» no está en el documento: tiene páginas de la 1 a la 3.')).toBeVisible()
  await expectAccessible(page)
  await repeat.getByLabel('Números de página').fill('2, 3')
  await repeat.getByRole('button', { name: 'Repetir campo' }).click()
  await expect(repeat).toBeHidden()
  await expect.poll(async () => (await formFieldsOf(contract, trazo.url)).map(({ page: on }) => on)).toEqual([1, 2, 3])

  await api.share(file)
  const guest = await (await browser.newContext({ locale: 'es-CR' })).newPage()
  await openDocument(guest, `${trazo.url}${href.signField(file.id, file.original_filename, fieldId)}`)
  const form = formOf(guest)
  await expect(form).toContainText('Faltan 3 campos por llenar.')
  await guest.getByRole('button', { name: 'Dibujar: Iniciales', exact: true }).click()
  const pad = guest.getByRole('dialog', { name: 'Dibuja tus iniciales' })
  await drawSignature(guest, pad)
  await expectAccessible(guest)
  await pad.getByRole('button', { name: 'Usar estas iniciales' }).click()
  await expect(form).toContainText('Tus iniciales están en 3 casillas')
  await expect(form).toContainText('Guardado en este navegador')
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Iniciales: iniciales dibujadas. Cambiar' })).toBeVisible()
  await form.getByRole('button', { name: 'Llenar como formulario' }).click()
  const plain = guest.getByRole('dialog', { name: 'Llena antes de firmar' })
  await plain.getByRole('button', { name: 'Escribirlas' }).last().click()
  await plain.getByLabel('Iniciales · página 3').fill('EVR')
  await expectAccessible(guest)
  await plain.getByRole('button', { name: 'Listo' }).click()
  await expect(form).toContainText('Todo está lleno: ya puedes firmar.')
  await signByFlow(guest)
  await stay(guest)
  await expectSigned(contract, 'Eva Ríos', ['EVR'])
  const signed = await api.download(file)
  test.skip(!hasTool('pdfimages'), 'pdfimages is not installed')
  expect([picturesOf(signed, 2), picturesOf(signed, 3)]).toEqual([1, 0])
})

test.describe('on a phone', () => {
  ownPage.use({ ...screens[1].use })

  ownPage('the plain form opens at the field, and the signed PDF has its values', async ({ page, trazo }) => {
    const contract = await aContract(trazo, 'por-llenar-telefono')
    const ana = { name: 'Ana Mora', email: `ana@${contract.file.id}.example` }
    const fieldId = await contract.api.addField(contract.file, ana, { page: 2 })
    const add = (label: string, y: number, rule: FormFieldRule) =>
      addFormField(contract, trazo.url, { fieldId, label, y, rule })
    await add('Monto', 0.3, { kind: 'number', min: 1, max: null, decimals: 2 })
    await add('Iniciales', 0.4, { kind: 'initials' })
    await openDocument(page, await contract.api.invite(contract.file, fieldId, ana))
    const form = formOf(page)
    await form.getByRole('button', { name: 'Siguiente campo (quedan 2)' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Llena antes de firmar' })
    const amount = dialog.getByRole('textbox', { name: 'Monto' })
    await expect(amount).toBeFocused()
    await amount.fill('mucho')
    await dialog.getByRole('button', { name: 'Dibujar iniciales' }).tap()
    const pad = page.getByRole('dialog', { name: 'Dibuja tus iniciales' })
    await drawSignature(page, pad)
    await pad.getByRole('button', { name: 'Usar estas iniciales' }).tap()
    await expect(pad).toBeHidden()
    await dialog.getByRole('button', { name: 'Escribirlas' }).tap()
    await expect(dialog.getByLabel('Iniciales')).toBeFocused()
    await dialog.getByRole('button', { name: 'Usar «AM»' }).tap()
    await expect(dialog.getByText('«Monto» debe ser un número, por ejemplo 1250 o 12,5.')).toBeVisible()
    await expectAccessible(page)
    await amount.fill('1250,5')
    await expect(dialog.getByText('Guardado')).toBeVisible()
    await dialog.getByRole('button', { name: 'Listo' }).tap()
    await expect(form).toContainText('Todo está lleno: ya puedes firmar.')
    await signByFlow(page)
    await stay(page)
    await expectSigned(contract, ana.name, ['1250,5', 'AM'])
  })
})

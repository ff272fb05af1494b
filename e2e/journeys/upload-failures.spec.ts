import { downloadFileCall } from 'shared/contract'
import { annotate } from '../harness/annotations.ts'
import { bringFile, pdfFile } from '../harness/bring-file.ts'
import { withBrokenTable, withLinks } from '../harness/flawed-pdf.ts'
import { card, downloaded, type Guest, leaveEditor, signAsGuest } from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'
import {
  contract,
  describeFile,
  enterUpload,
  expectKept,
  failurePanel,
  hostile,
  isUpload,
  noPreview,
  submitButton,
  UPLOAD,
} from '../harness/upload-form.ts'

test('a lost connection is said, and trying again succeeds', async ({ page, trazo }) => {
  await enterUpload(page, trazo, 'sin-red')
  await bringFile(page, 'paste', pdfFile('Contrato.pdf', contract))
  await describeFile(page)
  await page.route(UPLOAD, (route) => (isUpload(route.request()) ? route.abort('connectionreset') : route.continue()))
  await submitButton(page).click()
  await expect(failurePanel(page)).toContainText('Error de conexión. Verifica tu internet')
  await expect(failurePanel(page)).toHaveAttribute('data-severity', 'error')
  await expectKept(page, 'Contrato.pdf')
  await page.unroute(UPLOAD)
  await failurePanel(page).getByRole('button', { name: 'Reintentar' }).click()
  await leaveEditor(page, 'Contrato.pdf')
  await expect(card(page, 'Contrato.pdf')).toContainText('El contrato de enero')
})

test('section 8: a dangerous file is refused with its reason, its suggestion and its details', async ({
  page,
  trazo,
}) => {
  await enterUpload(page, trazo, 'peligrosa')
  await bringFile(page, 'drop', pdfFile('Formulario.pdf', hostile()))
  await describeFile(page)
  await submitButton(page).click()
  await expect(failurePanel(page)).toHaveAttribute('data-severity', 'critical')
  await expect(failurePanel(page)).toContainText('Riesgo de seguridad')
  await expect(failurePanel(page)).toContainText('Sugerencia:')
  const code = failurePanel(page).getByText('PDF_MALICIOUS_JAVASCRIPT', { exact: true })
  await expect(code).toBeHidden()
  await failurePanel(page).getByText('Detalles técnicos').click()
  await expect(code).toBeVisible()
  await expect(failurePanel(page).getByText('PDF_VALIDATION_ERROR')).toBeVisible()
  await expectKept(page, 'Formulario.pdf')

  const again = page.waitForRequest(isUpload)
  await failurePanel(page).getByRole('button', { name: 'Reintentar' }).click()
  await again
  await expect(failurePanel(page)).toHaveAttribute('data-severity', 'critical')
  await failurePanel(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(failurePanel(page)).toBeHidden()
  await expectKept(page, 'Formulario.pdf')
})

test('what is dangerous in a file is taken out when the owner wants it, and the rest can be signed', async ({
  browser,
  page,
  trazo,
}) => {
  const guest: Guest = { name: 'Ana Mora', email: 'ana@limpieza.example' }
  const api = await enterUpload(page, trazo, 'limpieza')
  await bringFile(page, 'drop', pdfFile('Formulario.pdf', hostile()))
  await describeFile(page)
  await submitButton(page).click()
  await expect(failurePanel(page)).toContainText('El texto y las imágenes de las páginas quedan igual.')
  await failurePanel(page).getByRole('button', { name: 'Quitar ese contenido y subir' }).click()
  await expect(page.getByText(/^Quitamos el contenido señalado; el texto y las imágenes quedan igual\./)).toBeVisible()
  await leaveEditor(page, 'Formulario.pdf')
  await expect(card(page, 'Formulario.pdf')).toContainText('El contrato de enero')

  const [file] = await api.list()
  if (!file) throw new Error('nothing was stored')
  expect(file.rewritten).toBe('cleaned')
  const link = await api.invite(file, await api.addField(file, guest), guest)
  const guestPage = await (await browser.newContext()).newPage()
  await guestPage.goto(link)
  await signAsGuest(guestPage, guest)
  await guestPage.getByRole('button', { name: 'Finalizar' }).click()
  const signed = await downloaded(guestPage, guestPage.getByRole('button', { name: 'Descargar' }))
  expect(signed.toString('latin1')).not.toMatch(/\/JS\b|\/S *\/JavaScript/)
  // The guest's signature and the seal.
  expect((await api.upload('Firmado.pdf', signed)).foreign_signatures).toBe(2)
  for (const tool of ['pdfsig', 'qpdf'].filter((name) => !hasTool(name)))
    test.info().annotations.push({ type: 'check skipped', description: `${tool} is not installed` })
  if (hasTool('pdfsig'))
    expect(pdfsig(signed)).toMatchObject([
      { signer: guest.name, validation: 'Signature is Valid.', wholeDocument: true },
    ])
  if (hasTool('qpdf')) expect(qpdfCheck(signed)).toBeUndefined()
})

test('a damaged file is repaired, which is said, and its original kept', async ({ page, trazo }) => {
  const { bytes } = realPdf('malformed__qpdf__bad3.pdf', () => withBrokenTable(contract))
  const api = await enterUpload(page, trazo, 'danada')
  await bringFile(page, 'drop', pdfFile('Escaneo.pdf', bytes))
  await submitButton(page).click()
  await expect(
    page.getByText('El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'),
  ).toBeVisible()
  await leaveEditor(page, 'Escaneo.pdf')
  await expect(card(page, 'Escaneo.pdf')).toBeVisible()
  const [file] = await api.list()
  expect(file?.rewritten).toBe('normalised')
  const path = downloadFileCall.path.replace(':id', String(file?.id))
  const headers = { Authorization: `Bearer ${api.token}` }
  const original = await fetch(`${trazo.url}${path}?revision=original`, { headers })
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
})

test('links that lead nowhere are told calmly, and no link of a document opens from here', async ({ page, trazo }) => {
  await enterUpload(page, trazo, 'enlaces')
  const addresses = ['htpp://example.com/', 'file:///C:/Manual/anexo.pdf', 'https://example.com/']
  await bringFile(page, 'drop', pdfFile('Manual.pdf', withLinks(contract, addresses)))
  await submitButton(page).click()
  const notice = /^2 enlaces no llevan a una página web ni a un correo; por ejemplo, «htpp:\/\/example\.com\/»/
  await expect(page.getByText(notice)).toBeVisible()
  const editor = page.getByRole('dialog', { name: 'Documento: Manual.pdf' })
  await expect(editor.locator('canvas')).toBeVisible()
  await expect(editor.locator('a[href]')).toHaveCount(0)
  await annotate(editor)
  await expect(editor.locator('.linkAnnotation')).not.toHaveCount(0)
  await expect(editor.locator('a[href]:not([href=""])')).toHaveCount(0)
  await editor.locator('.linkAnnotation').last().click({ force: true })
  expect(page.context().pages()).toHaveLength(1)
  await expect(editor).toBeVisible()
})

test('a file that others have signed is kept as it is, which is said', async ({ page, trazo }) => {
  const name = 'signed__pyhanko__minimal-two-fields-signed-twice.pdf'
  const { bytes, origin } = realPdf(name)
  test.skip(origin !== name, `${name} is not there, and no signature of another maker can be made here`)
  await enterUpload(page, trazo, 'con-firmas')
  await bringFile(page, 'drop', pdfFile('Firmado por otros.pdf', bytes))
  await submitButton(page).click()
  await expect(page.getByText('El documento ya trae 2 firmas; se conservan intactas.')).toBeVisible()
})

test('a protected file cannot be shown, which is said calmly, and is refused with what to do', async ({
  page,
  trazo,
}) => {
  const name = 'encrypted__qpdf__enc-R3_V2_U=view_O=view.pdf'
  const { bytes, origin } = realPdf(name)
  test.skip(origin !== name, `${name} is not there, and no protected file can be made here`)
  await enterUpload(page, trazo, 'protegida')
  await bringFile(page, 'click', pdfFile('Protegido.pdf', bytes))
  await expect(noPreview(page)).toBeVisible()
  await submitButton(page).click()
  await expect(failurePanel(page)).toContainText('PDF_ENCRYPTED')
  await expect(failurePanel(page)).toContainText('contraseña')
  await expect(failurePanel(page).getByRole('button', { name: /^Quitar/ })).toBeHidden()
})

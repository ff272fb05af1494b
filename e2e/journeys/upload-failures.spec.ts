import type { Page, Response } from 'playwright/test'
import { downloadFileCall } from 'shared/contract'
import { annotate } from '../harness/annotations.ts'
import { expectAccessible } from '../harness/axe.ts'
import { bringFile, pdfFile } from '../harness/bring-file.ts'
import { withBrokenTable, withLinks } from '../harness/flawed-pdf.ts'
import { card, type Guest, leaveEditor } from '../harness/people.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { signByLink } from '../harness/sign-by-api.ts'
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

const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

const isAnswered = (page: Page): Promise<Response> => page.waitForResponse((response) => isUpload(response.request()))

const skipped = (description: string): void => {
  test.info().annotations.push({ type: 'check skipped', description })
}

test('section 8: a malicious upload is refused with its reason, and the sanitised document can be signed', async ({
  page,
  trazo,
}) => {
  const guest: Guest = { name: 'Ana Mora', email: 'ana@limpieza.example' }
  const api = await enterUpload(page, trazo, 'limpieza')
  await bringFile(page, 'drop', pdfFile('Formulario.pdf', hostile()))
  await describeFile(page)
  const gate = Promise.withResolvers<void>()
  await page.route(UPLOAD, async (route) => {
    if (isUpload(route.request())) await gate.promise
    await route.continue()
  })
  await submitButton(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  gate.resolve()

  await expect(failurePanel(page)).toHaveAttribute('data-severity', 'critical')
  await expect(failurePanel(page)).toContainText('Riesgo de seguridad')
  await expect(failurePanel(page)).toContainText('Sugerencia:')
  const code = failurePanel(page).getByText('PDF_MALICIOUS_JAVASCRIPT', { exact: true })
  await expect(code).toBeHidden()
  await failurePanel(page).getByText('Detalles técnicos').click()
  await expect(code).toBeVisible()
  await expect(failurePanel(page).getByText('PDF_VALIDATION_ERROR')).toBeVisible()
  await expectKept(page, 'Formulario.pdf')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.setViewportSize(DESK)

  const again = isAnswered(page)
  await failurePanel(page).getByRole('button', { name: 'Reintentar' }).click()
  await again
  await expect(failurePanel(page)).toHaveAttribute('data-severity', 'critical')
  await failurePanel(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(failurePanel(page)).toBeHidden()
  await expectKept(page, 'Formulario.pdf')

  await submitButton(page).click()
  await expect(failurePanel(page)).toContainText('El texto y las imágenes de las páginas quedan igual.')
  await failurePanel(page).getByRole('button', { name: 'Quitar ese contenido y subir' }).click()
  await expect(page.getByText(/^Quitamos el contenido señalado; el texto y las imágenes quedan igual\./)).toBeVisible()
  await leaveEditor(page, 'Formulario.pdf')
  await expect(card(page, 'Formulario.pdf')).toContainText('El contrato de enero')

  const [file] = await api.list()
  if (!file) throw new Error('nothing was stored')
  expect(file.rewritten).toBe('cleaned')
  await signByLink(trazo, await api.invite(file, await api.addField(file, guest), guest))
  // A busy server seals after the answer to the signature.
  await expect.poll(async () => (await api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])
  const signed = await api.download(file)
  expect(signed.toString('latin1')).not.toMatch(/\/JS\b|\/S *\/JavaScript/)
  // The guest's signature and the seal.
  expect((await api.upload('Firmado.pdf', signed)).foreign_signatures).toBe(2)
  for (const tool of ['pdfsig', 'qpdf'].filter((name) => !hasTool(name))) skipped(`${tool} is not installed`)
  if (hasTool('pdfsig'))
    expect(pdfsig(signed)).toMatchObject([
      { signer: guest.name, validation: 'Signature is Valid.', wholeDocument: true },
    ])
  if (hasTool('qpdf')) expect(qpdfCheck(signed)).toBeUndefined()
})

test('lost connections and damaged, signed, protected or invalid files each show a message on upload', async ({
  page,
  trazo,
}) => {
  const api = await enterUpload(page, trazo, 'con-avisos')
  const next = () => page.getByRole('tab', { name: 'Subir Documento' }).click()

  await test.step('after a lost connection, the form shows the error, and a retry uploads the document', async () => {
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

  await test.step('the server repairs a damaged file, the page shows a notice, and the original stays available', async () => {
    const { bytes } = realPdf('malformed__qpdf__bad3.pdf', () => withBrokenTable(contract))
    await next()
    await bringFile(page, 'drop', pdfFile('Escaneo.pdf', bytes))
    await submitButton(page).click()
    await expect(
      page.getByText('El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'),
    ).toBeVisible()
    await leaveEditor(page, 'Escaneo.pdf')
    await expect(card(page, 'Escaneo.pdf')).toBeVisible()
    const file = (await api.list()).find(({ original_filename }) => original_filename === 'Escaneo.pdf')
    expect(file?.rewritten).toBe('normalised')
    const path = downloadFileCall.path.replace(':id', String(file?.id))
    const headers = { Authorization: `Bearer ${api.token}` }
    const original = await fetch(`${trazo.url}${path}?revision=original`, { headers })
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
  })

  await test.step('the upload of a signed document shows a notice that its two signatures are preserved', async () => {
    const name = 'signed__pyhanko__minimal-two-fields-signed-twice.pdf'
    const { bytes, origin } = realPdf(name)
    if (origin !== name) return skipped(`${name} is not there, and no signature of another maker can be made here`)
    await next()
    await bringFile(page, 'drop', pdfFile('Firmado por otros.pdf', bytes))
    await submitButton(page).click()
    await expect(page.getByText('El documento ya trae 2 firmas; se conservan intactas.')).toBeVisible()
    await leaveEditor(page, 'Firmado por otros.pdf')
  })

  await test.step('a protected file has no preview, and its password is asked for', async () => {
    const name = 'encrypted__qpdf__enc-R3_V2_U=view_O=view.pdf'
    const { bytes, origin } = realPdf(name)
    if (origin !== name) return skipped(`${name} is not there, and no protected file can be made here`)
    await next()
    await bringFile(page, 'click', pdfFile('Protegido.pdf', bytes))
    await expect(noPreview(page)).toBeVisible()
    await submitButton(page).click()
    await expect(page.getByText('Este PDF pide una contraseña para abrirse')).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  })

  await test.step('a file that is not a PDF is refused with a suggestion, and the form keeps its values', async () => {
    await next()
    await describeFile(page)
    await bringFile(page, 'click', { name: 'foto.png', mimeType: 'image/png', bytes: Buffer.from('no soy un PDF') })
    await expect(page.getByText('Solo se permiten archivos PDF').first()).toBeVisible()
    await bringFile(page, 'click', pdfFile('fingido.pdf', Buffer.from('tampoco soy un PDF')))
    await submitButton(page).click()
    const panel = failurePanel(page).filter({ hasText: 'Sugerencia:' })
    await expect(panel).toContainText('Solo se permiten archivos PDF')
    await expectKept(page, 'fingido.pdf')
  })

  await test.step('broken links show a notice, and a link in the document opens no page', async () => {
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
})

import type { Page } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, placeFor, waitForSave } from '../harness/editor.ts'
import { downloaded, drawSignature } from '../harness/people.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const ana = { name: 'Ana Mora Ñúñez', email: 'ana@duena-firma.example' }
const DEMO = 'Modo de demostración: la identidad no se verifica con el Banco Central.'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const reviewAndDraw = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  const review = dialog(page, 'Revisa dónde va tu firma')
  await expect(review).toContainText(/Continúa en 1\d s/)
  await review.getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(page)
  await dialog(page, 'Dibuja tu firma').getByRole('button', { name: 'Continuar' }).click()
}

test('the owner saves three fields on two pages, reloads, invites, and signs both own fields', async ({
  page,
  trazo,
}) => {
  await page.clock.install()
  const contract = await aContract(trazo, 'duena-firma')
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Editar' }).click()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await editor.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(editor.getByText('Página 2 de 3')).toBeVisible()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await placeFor(editor, ana)
  await waitForSave(editor)

  await page.reload()
  await expect(editor.getByRole('tab', { name: 'Campos 3' })).toBeVisible()
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  await page.getByRole('button', { name: 'Enviar invitación' }).first().click()
  await expect(page.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
  await page.keyboard.press('Escape')

  await reviewAndDraw(page)
  const identification = dialog(page, 'Identifícate para firmar')
  await expect(identification).toContainText(DEMO)
  await expectAccessible(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  const authenticate = async (): Promise<void> => {
    await identification.getByRole('button', { name: 'Autenticar' }).click()
    await page.clock.runFor(1200)
    await expect(dialog(page, 'Código de verificación')).toContainText(/[A-Z0-9]{6}/)
    await page.clock.runFor(8000)
  }
  await identification.getByLabel('Número de cédula').fill('177889900')
  await authenticate()
  // Test identification of the Central Bank: blocked PIN.
  await expect(identification.getByRole('alert')).toContainText('El PIN de tu firma está bloqueado.')

  await identification.getByLabel('Número de cédula').fill('102340567')
  await expect(identification.getByLabel('Número de cédula')).toHaveValue('01-0234-0567')
  await authenticate()
  await page.clock.runFor(2000)
  const signed = dialog(page, '¡Contrato Firmado!')
  await expect(signed).toBeVisible({ timeout: scaled(30_000) })
  await page.clock.resume()
  await signed.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(
    editor
      .getByText(/^Mariela Solís, .+, firmado$/)
      .or(editor.getByText('Firmado'))
      .first(),
  ).toBeVisible()

  const bytes = await downloaded(page, editor.getByRole('button', { name: 'Descargar', exact: true }))
  expect(qpdfCheck(bytes)).toBeUndefined()
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(bytes)).toEqual([
    { signer: 'Mariela Solís', type: 'ETSI.CAdES.detached', validation: 'Signature is Valid.', wholeDocument: false },
    { signer: 'Mariela Solís', type: 'ETSI.CAdES.detached', validation: 'Signature is Valid.', wholeDocument: true },
    // Ana's empty field existed before the first signature.
    { signer: '', type: '', validation: '', wholeDocument: false },
  ])
})

test('the owner cancels the review, the page confirms the cancellation, and nothing is signed', async ({
  page,
  trazo,
}) => {
  const contract = await aContract(trazo, 'duena-cancela')
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Editar' }).click()
  await editor.getByRole('button', { name: 'Firma de Usuario' }).click()
  await waitForSave(editor)
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  const review = dialog(page, 'Revisa dónde va tu firma')
  await review.getByRole('button', { name: 'Necesito más tiempo' }).click({ clickCount: 4 })
  await expectAccessible(page)
  await review.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Revisión cancelada por el usuario.')).toBeVisible()
  expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([false])
})

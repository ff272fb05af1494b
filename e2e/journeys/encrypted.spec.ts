import { encryptedPdf, NO_SIGNING } from '../../pdf/src/testing/node/encrypted-pdf.ts'
import { expectAccessible } from '../harness/axe.ts'
import { bringFile, pdfFile } from '../harness/bring-file.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { openMailedLink, PHONE } from '../harness/participants.ts'
import { card, type Guest, leaveEditor, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'
import { describeFile, enterUpload, expectKept, preview, submitButton } from '../harness/upload-form.ts'

const FORM = 'AES, 256 bits'
const NAME = 'Estado de cuenta.pdf'
const DESK = { width: 1280, height: 860 }
const PHONE_SIZE = { width: 390, height: 844 }
const statement = Buffer.from(encryptedPdf(FORM, { xref: 'stream', pages: [{}, {}] }))
const restricted = Buffer.from(encryptedPdf(FORM, { xref: 'table', permissions: NO_SIGNING }))

test('an encrypted statement that opens without a password is uploaded, signed by two guests and verified', async ({
  page,
  browser,
  trazo,
}) => {
  const ana: Guest = { name: 'Ana Mora', email: 'ana@cifrado.example' }
  const luis: Guest = { name: 'Luis Soto', email: 'luis@cifrado.example' }
  const api = await enterUpload(page, trazo, 'cifrado')
  await bringFile(page, 'drop', pdfFile(NAME, statement))
  await expect(preview(page, NAME)).toBeVisible()
  await submitButton(page).click()
  await leaveEditor(page, NAME)
  await expect(card(page, NAME)).toBeVisible()
  const [file] = await api.list()
  if (!file) throw new Error('nothing was stored')
  expect(file).toMatchObject({ rewritten: null, pages: 2 })

  const fields = [await api.addField(file, ana), await api.addField(file, luis, { at: [0.1, 0.3, 0.4, 0.08] })]
  for (const [index, guest] of [ana, luis].entries()) await api.invite(file, fields[index] ?? 0, guest)
  for (const [guest, device] of [
    [ana, { viewport: DESK }],
    [luis, PHONE],
  ] as const) {
    const guestPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, guest.email, /firma/i)), device)
    await signAsGuest(guestPage, guest)
    await guestPage.context().close()
  }
  await expect.poll(async () => (await api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])

  const signed = await api.download(file)
  expect(signed.subarray(0, statement.length).equals(statement)).toBe(true)
  expect(signed.includes('Luis Soto', statement.length)).toBe(false)
  if (hasTool('pdfsig'))
    expect(pdfsig(signed)).toMatchObject(
      [ana, luis].map(({ name }) => ({ signer: name, validation: 'Signature is Valid.' })),
    )
  if (hasTool('qpdf')) expect(qpdfCheck(signed)).toBeUndefined()

  await page.goto('/verify')
  const given = { name: NAME, mimeType: 'application/pdf', buffer: signed }
  await page.getByLabel(/Arrastra un PDF firmado/).setInputFiles(given)
  await expect(page.getByText('Ana Mora').first()).toBeVisible()
  await expect(page.getByText('Luis Soto').first()).toBeVisible()
  await expectAccessible(page)
})

test('a document that forbids signing is refused with the reason and the next step, and its owner may open it', async ({
  page,
  trazo,
}) => {
  const api = await enterUpload(page, trazo, 'restringido')
  await bringFile(page, 'click', pdfFile(NAME, restricted))
  await describeFile(page)
  await submitButton(page).click()
  const panel = page.getByRole('status').filter({ hasText: 'El PDF no permite firmarlo' })
  await expect(panel).toContainText('Pide a quien lo emitió una copia sin la restricción y súbela.')
  await expect(panel.getByLabel('Contraseña de propietario')).toBeFocused()
  await expectKept(page, NAME)
  await expectAccessible(page)
  await page.setViewportSize(PHONE_SIZE)
  await expectAccessible(page)
  expect(await api.list()).toEqual([])
})

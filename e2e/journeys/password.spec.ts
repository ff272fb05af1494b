import type { Page } from 'playwright/test'
import { downloadFileCall } from 'shared/contract'
import { OWNER_PASSWORD, protectedPdf, USER_PASSWORD } from '../../pdf/src/testing/node/protected-pdf.ts'
import { expectAccessible } from '../harness/axe.ts'
import { bringFile, dropOnPage, pdfFile } from '../harness/bring-file.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { openMailedLink, PHONE } from '../harness/participants.ts'
import { card, type Guest, leaveEditor, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'
import { describeFile, enterUpload, expectKept, submitButton } from '../harness/upload-form.ts'

const FORM = 'AES, 256 bits'
const NAME = 'Estado de cuenta.pdf'
const DESK = { width: 1280, height: 860 }
const PHONE_SIZE = { width: 390, height: 844 }
const statement = Buffer.from(protectedPdf(FORM, { xref: 'stream', pages: [{}, {}] }))
const restricted = Buffer.from(protectedPdf('AES, 128 bits', { rights: 'restricted' }))

const ASKS = 'Este PDF pide una contraseña para abrirse'
const OPENED = /^Se firmará una copia sin protección: se abre sin contraseña\./
const password = (page: Page) => page.getByLabel('Contraseña del PDF')
const open = async (page: Page, given: string, label = 'Contraseña del PDF') => {
  await page.getByLabel(label).fill(given)
  await page.getByRole('button', { name: 'Abrir y usar la copia' }).click()
}

/** In both themes, on a desk and on a phone. */
const expectAccessibleEverywhere = async (page: Page) => {
  await expectAccessible(page)
  await page.setViewportSize(PHONE_SIZE)
  await expectAccessible(page)
  await page.setViewportSize(DESK)
}

test('a statement that needs a password is opened once, a guest signs its copy on a phone, and the original stays', async ({
  page,
  browser,
  trazo,
}) => {
  const ana: Guest = { name: 'Ana Mora', email: 'ana@clave.example' }
  const api = await enterUpload(page, trazo, 'con-clave')
  await bringFile(page, 'drop', pdfFile(NAME, statement))
  await describeFile(page)
  await submitButton(page).click()
  await expect(page.getByText(ASKS)).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(submitButton(page)).toBeHidden()
  await expectAccessibleEverywhere(page)

  await open(page, 'no es esta')
  await expect(page.getByText(/^Esa contraseña no abre el PDF\./)).toBeVisible()
  await expectKept(page, NAME)
  await expect(password(page)).toHaveValue('')
  await expectAccessibleEverywhere(page)
  expect(await api.list()).toEqual([])

  await open(page, USER_PASSWORD)
  await expect(page.getByText(OPENED)).toBeVisible()
  await leaveEditor(page, NAME)
  await expect(card(page, NAME)).toContainText('Abierto con su contraseña')
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state, location.href]))
  expect(kept).not.toContain('Ñandú')

  const [file] = await api.list()
  if (!file) throw new Error('nothing was stored')
  expect(file).toMatchObject({ rewritten: 'normalised', opened: true, pages: 2, description: 'El contrato de enero' })
  await api.invite(file, await api.addField(file, ana), ana)
  const guestPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, ana.email, /firma/i)), PHONE)
  await signAsGuest(guestPage, ana)
  await guestPage.context().close()
  await expect.poll(async () => (await api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])

  const signed = await api.download(file)
  if (hasTool('pdfsig'))
    expect(pdfsig(signed)).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.', wholeDocument: true }])
  if (hasTool('qpdf')) expect(qpdfCheck(signed)).toBeUndefined()
  const path = downloadFileCall.path.replace(':id', String(file.id))
  const headers = { Authorization: `Bearer ${api.token}` }
  const original = await fetch(`${trazo.url}${path}?revision=original`, { headers })
  expect(Buffer.from(await original.arrayBuffer()).equals(statement)).toBe(true)
})

test('on a phone, several files are asked for one after the other, and what the issuer forbids is lifted by its owner', async ({
  page,
  trazo,
}) => {
  await page.setViewportSize(PHONE_SIZE)
  const api = await enterUpload(page, trazo, 'varias-claves')
  const files = ['Enero.pdf', 'Febrero.pdf', 'Marzo.pdf'].map((name, index) =>
    pdfFile(name, index === 1 ? restricted : statement),
  )
  await page.getByRole('tab', { name: 'Mis Documentos' }).click()
  await dropOnPage(page, ...files)
  const names = page.getByRole('region', { name: 'Varios documentos' })
  await expect(names.getByText('Un archivo pide una contraseña')).toBeVisible()
  await expectAccessible(page)
  await open(page, USER_PASSWORD)
  await expect(names.getByRole('listitem').filter({ hasText: 'Enero.pdf' })).toContainText('Subido')
  await open(page, USER_PASSWORD)
  await expect(names.getByText('El PDF no permite firmarlo')).toBeVisible()
  await expectAccessible(page)
  await open(page, OWNER_PASSWORD, 'Contraseña de propietario')
  await expect(names.getByRole('listitem').filter({ hasText: 'Febrero.pdf' })).toContainText('Subido')
  await page.getByRole('button', { name: 'Cancelar', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: '¿Van juntos?' })
  await expect(question).toContainText('Marzo.pdf: Pide una contraseña y no se abrió.')
  await expectAccessible(page)
  expect((await api.list()).map(({ original_filename }) => original_filename).sort()).toEqual([
    'Enero.pdf',
    'Febrero.pdf',
  ])
})

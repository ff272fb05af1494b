import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright/test'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, type EditorJourney } from '../harness/editor.ts'
import {
  drawingOf,
  identificationOf,
  identifyAndConfirm,
  openDocument,
  reviewAndDraw,
  reviewOf,
  screens,
  thanksOf,
} from '../harness/guest-flow.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import { card, drawSignature, fieldOf, type Guest } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const guestNamed = (name: string, { file }: EditorJourney): Guest => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@${file.id}.example`,
})

const subjectsTo = async (trazo: Trazo, { email }: Guest): Promise<string[]> =>
  (await readOutbox(trazo.dataDir))
    .filter((mail) => mail.to?.some(({ address }) => address === email))
    .map(({ subject }) => subject ?? '')

const execute = (trazo: Trazo, statement: string): void => {
  const database = new DatabaseSync(join(trazo.dataDir, 'trazo.sqlite'), { timeout: 5000 })
  database.exec(statement)
  database.close()
}

const inviteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invitar a Trazo' })

for (const { title, use } of sampleOf(screens, 1, 4))
  test.describe(title, () => {
    test.use(use)

    test('signers sign in the order set by the owner, and each gets the mail only when the turn comes', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `orden-${title.replaceAll(' ', '-')}`)
      const ana = guestNamed('Ana Mora', contract)
      const luis = guestNamed('Luis Mata', contract)
      await contract.api.addField(contract.file, ana, { page: 1 })
      await contract.api.addField(contract.file, luis, { page: 2 })
      await contract.open(page)
      const phone = title === 'on a phone'
      if (phone)
        await page
          .getByRole('button', { name: /Firmantes/ })
          .first()
          .click()
      await page.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
      const dialog = inviteDialog(page)
      await dialog.getByText('Opciones').click()
      await dialog.getByLabel('Por orden: una persona después de otra').check()
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Es su turno' })).toContainText('Ana Mora')
      await dialog.getByRole('button', { name: 'Que Luis Mata firme antes' }).click()
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Es su turno' })).toContainText('Luis Mata')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
      await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
      await expect(dialog.getByText(/su correo sale cuando le toque/)).toBeVisible()

      const first = linkIn(await mailTo(trazo.dataDir, luis.email, /te invita a firmar/))
      expect(await subjectsTo(trazo, ana)).toEqual([])

      await signByLink(trazo, first)
      await signByLink(trazo, linkIn(await mailTo(trazo.dataDir, ana.email, /^Es tu turno de firmar/)))
      await mailTo(trazo.dataDir, ana.email, /está firmado por todas las personas/)

      const bytes = await contract.api.download(contract.file)
      expect(qpdfCheck(bytes)).toBeUndefined()
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(bytes)).toMatchObject(
        [
          { name: ana.name, last: true },
          { name: luis.name, last: false },
        ].map(({ name, last }) => ({ signer: name, validation: 'Signature is Valid.', wholeDocument: last })),
      )
    })

    test('a guest who opens the link before the turn can read the document but not sign', async ({ page, trazo }) => {
      const contract = await aContract(trazo, `temprano-${title.replaceAll(' ', '-')}`)
      const ana = guestNamed('Ana Mora', contract)
      const luis = guestNamed('Luis Mata', contract)
      const anasField = await contract.api.addField(contract.file, ana)
      const luisField = await contract.api.addField(contract.file, luis, { page: 2 })
      const link = await contract.api.invite(contract.file, anasField, ana)
      await contract.api.invite(contract.file, luisField, luis)
      await contract.api.setOrder(contract.file, [[luisField], [anasField]])

      await page.goto(link)
      await expect(page.locator('canvas').first()).toBeVisible()
      const notice = page.getByText('Todavía no es tu turno de firmar')
      await expect(notice).toBeVisible()
      await expect(page.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
      await expect(page.getByText('Luis')).toHaveCount(0)
      await expectAccessible(page)
      await fieldOf(page.locator('main'), ana).dblclick()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('a guest with several fields draws once, confirms once and signs all fields together', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `varios-${title.replaceAll(' ', '-')}`)
      const ana = guestNamed('Ana Mora', contract)
      const one = await contract.api.addField(contract.file, ana, { page: 1 })
      const two = await contract.api.addField(contract.file, ana, { page: 3 })
      const link = await contract.api.invite(contract.file, one, ana)
      await contract.api.invite(contract.file, two, ana)
      await openDocument(page, link)
      await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
      const review = reviewOf(page)
      await expect(review).toContainText('Se firman todos de una vez.')
      await review.getByRole('button', { name: 'Firma 2 (página 3)' }).click()
      await expect(page.getByText('Página 3 de 3').last()).toBeVisible()
      await expect(fieldOf(page.locator('main'), ana)).toBeInViewport()
      await review.getByRole('button', { name: 'Continuar' }).click()
      await drawSignature(page)
      await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
      await identifyAndConfirm(page)
      await expect(thanksOf(page)).toBeVisible()
      expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([true, true])
      const completed = await mailTo(trazo.dataDir, ana.email, /está firmado por todas las personas/)
      expect(completed.attachments).toHaveLength(1)
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(await contract.api.download(contract.file))).toMatchObject([
        { signer: ana.name, validation: 'Signature is Valid.' },
        { signer: ana.name, validation: 'Signature is Valid.' },
      ])
    })
  })

test('the page sends the hash of the document; if the hash differs, the guest reloads and keeps the drawing', async ({
  page,
  trazo,
}) => {
  const contract = await aContract(trazo, 'cambiado')
  const ana = guestNamed('Ana Mora', contract)
  const field = await contract.api.addField(contract.file, ana)
  const link = await contract.api.invite(contract.file, field, ana)
  await openDocument(page, link)
  const hashes: unknown[] = []
  // A man in the middle replaces the displayed document.
  let shown = 'f'.repeat(64)
  await page.route('**/digital_sign/', async (route) => {
    const body: unknown = route.request().postDataJSON()
    const sent = typeof body === 'object' && body !== null ? body : {}
    hashes.push('document_sha256' in sent && sent.document_sha256)
    const document_sha256 = shown === '' ? {} : { document_sha256: shown }
    await route.continue({ postData: JSON.stringify({ ...sent, ...document_sha256 }) })
  })
  await reviewAndDraw(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await identificationOf(page)
    .getByLabel(/^Número de/)
    .fill('102340567')
  await identificationOf(page).getByRole('button', { name: 'Autenticar' }).click()
  await page.clock.runFor(1200)
  await page.clock.runFor(5000)
  await page.clock.runFor(2000)
  const refused = page.getByRole('dialog', { name: 'Firmando el documento' })
  await expect(refused).toContainText('El documento cambió desde que lo abriste.', { timeout: scaled(30_000) })
  shown = ''
  await page.clock.resume()
  await refused.getByRole('button', { name: 'Recargar el documento' }).click()
  await expect(reviewOf(page)).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
  await identifyAndConfirm(page)
  expect((await contract.fields()).map(({ is_signed }) => is_signed)).toEqual([true])
  expect(hashes).toEqual([contract.file.sha256, contract.file.sha256])
})

test('the owner sees that sealing failed and retries the sealing', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'sellado')
  const ana = guestNamed('Ana Mora', contract)
  const field = await contract.api.addField(contract.file, ana)
  const link = await contract.api.invite(contract.file, field, ana)
  const { id } = contract.file
  const failure = `begin select raise(abort, 'sealing fails'); end`
  execute(trazo, `create trigger no_seal before insert on seals when new.document_id = ${id} ${failure}`)
  await signByLink(trazo, link)

  const status = async () => (await contract.api.list()).map((file) => [file.status, file.sealing?.state])
  expect(await status()).toEqual([['PROCESSING', 'pending']])
  const editor = await contract.open(page)
  await expect(editor.getByText('Todas las firmas están. Cerrando el documento…')).toBeVisible()
  // Skips the back-off; the next attempt is the last. Again and again, because an attempt that runs writes its own count.
  const lastAttempt = async () => {
    execute(trazo, `update seal_jobs set attempts = 9, next_attempt_at = 0 where document_id = ${id} and attempts < 9`)
    return status()
  }
  await expect.poll(lastAttempt, { timeout: scaled(30_000) }).toEqual([['FAILED', 'failed']])
  await editor.getByRole('button', { name: 'Volver' }).click()
  await page.reload()
  await expect(card(page, contract.filename)).toContainText('Fallido')
  await expect(card(page, contract.filename)).toContainText('Ábrelo y elige «Reintentar»')
  await page.getByRole('button', { name: contract.filename, exact: true }).click()
  await expect(editor.getByText('Todas las firmas están, pero el documento no se pudo cerrar')).toBeVisible()
  await expectAccessible(page)

  execute(trazo, 'drop trigger no_seal')
  await editor.getByRole('button', { name: 'Reintentar' }).click()
  await expect(editor.getByText(/el documento no se pudo cerrar/)).toHaveCount(0)
  await expect.poll(status).toEqual([['COMPLETED', undefined]])
  await mailTo(trazo.dataDir, ana.email, /está firmado por todas las personas/)
})

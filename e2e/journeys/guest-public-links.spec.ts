import { BY_PUBLIC_LINK, href } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import {
  drawingOf,
  identificationOf,
  identifyAndConfirm,
  identifyByClock,
  openDocument,
  reviewAndDraw,
  reviewOf,
  screens,
  signByFlow,
  stay,
  thanksOf,
} from '../harness/guest-flow.ts'
import { mailTo } from '../harness/outbox.ts'
import { downloaded, drawSignature } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

for (const { title, use } of sampleOf(screens, 1, 1))
  test.describe(title, () => {
    test.use(use)

    test('a field link shows its field, and a guest signs the field with a declared identity', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `campo-${title.replaceAll(' ', '-')}`)
      const { file, api } = contract
      const planned = { name: 'Persona por definir', email: `nadie@campo-${file.id}.example` }
      const fieldId = await api.addField(file, planned, { page: 2 })
      await api.share(file)
      await openDocument(page, href.signField(file.id, file.original_filename, fieldId))
      await reviewAndDraw(page)
      const identification = identificationOf(page)
      await identification.getByLabel('Nombre', { exact: true }).fill('Eva Ríos')
      const email = `eva@campo-${file.id}.example`
      await identification.getByLabel('Email (opcional)').fill(email)
      await expectAccessible(page)
      await identifyAndConfirm(page)
      const thanks = thanksOf(page)
      await expect(thanks).toContainText('Eva Ríos')
      await expect(thanks).toContainText(BY_PUBLIC_LINK)
      await expect(thanks).toContainText(`PDF enviado a ${email}`)
      const signed = await downloaded(page, thanks.getByRole('button', { name: 'Descargar' }))
      expect((await mailTo(trazo.dataDir, email, /./)).attachments[0]?.mimeType).toBe('application/pdf')
      expect(await contract.fields()).toMatchObject([{ id: fieldId, is_signed: true, page: 2 }])
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([{ signer: 'Eva Ríos', validation: 'Signature is Valid.' }])
    })

    test('a public link adds a field on page 1, and the guest signs the field under the declared name', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `publica-${title.replaceAll(' ', '-')}`)
      const { file, api } = contract
      await api.share(file)
      await openDocument(page, href.sign(file.id, file.original_filename))
      await expect(page.getByRole('button', { name: /Firma del Invitado/ })).toHaveCount(0)
      await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
      await expect(page.getByRole('button', { name: /Invitado, Firma del Invitado, por firmar$/ })).toBeInViewport()
      expect(await contract.fields()).toEqual([])
      await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
      await drawSignature(page)
      await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
      await identifyAndConfirm(page)
      const thanks = thanksOf(page)
      await expect(thanks).toContainText('No se puede enviar el PDF: email del invitado no disponible')
      await stay(page)
      const signed = await downloaded(page, page.getByRole('button', { name: 'Descargar' }))
      expect(await contract.fields()).toMatchObject([{ label: 'Firma del Invitado', is_signed: true, page: 1 }])
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([{ signer: 'Eva Ríos', validation: 'Signature is Valid.' }])
    })
  })

test('a field link to an invited field shows the document, and refuses the attempt to sign', async ({
  page,
  trazo,
}) => {
  const { file, api } = await aContract(trazo, 'solo-invitada')
  const ana = { name: 'Ana Mora', email: 'ana@solo-invitada.example' }
  const fieldId = await api.addField(file, ana)
  await api.invite(file, fieldId, ana)
  await api.share(file)
  await openDocument(page, href.signField(file.id, file.original_filename, fieldId))
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await expect(page.getByText('Campo de firma no disponible. Por favor, recarga la página.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('when two guests open a public link, the first signs, and the second is refused', async ({
  browser,
  page,
  trazo,
}) => {
  const { file, api } = await aContract(trazo, 'dos-publicas')
  await api.share(file)
  const address = `${trazo.url}${href.sign(file.id, file.original_filename)}`
  const other = await (await browser.newContext()).newPage()
  await openDocument(page, address)
  await openDocument(other, address)
  await reviewAndDraw(other)
  await signByFlow(page)
  await stay(page)
  const signed = await downloaded(page, page.getByRole('button', { name: 'Descargar' }))
  await identifyByClock(other)
  await other.clock.runFor(5000)
  await other.clock.runFor(2000)
  await expect(other.getByRole('alert').first()).toContainText('No se pudo procesar la firma digital', {
    timeout: scaled(30_000),
  })
  await expect(other.getByRole('alert').first()).toContainText('El documento ya tiene firmas')
  await openDocument(page, address)
  await expect(page.getByRole('heading', { name: 'Este documento ya está firmado' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await downloaded(page, page.getByRole('button', { name: 'Descargar' }))).toEqual(signed)
  test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
  expect(pdfsig(signed)).toMatchObject([{ signer: 'Eva Ríos', validation: 'Signature is Valid.' }])
})

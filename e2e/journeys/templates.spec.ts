import type { Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, tabOf } from '../harness/editor.ts'
import { screens } from '../harness/guest-flow.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { saveTemplate } from '../harness/templates.ts'
import { expect, test } from '../harness/trazo.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

for (const { title, use } of sampleOf(screens, 1, 2))
  test.describe(title, () => {
    test.use(use)

    test('the owner saves a document as a template and uses the template for another person, who signs', async ({
      page,
      trazo,
    }) => {
      const contract = await aContract(trazo, `plantilla-${title.replaceAll(' ', '-')}`)
      const luis = { name: 'Luis Mata', email: `luis@${contract.file.id}.example` }
      await contract.api.addField(
        contract.file,
        { name: 'Ana Mora', email: `ana@${contract.file.id}.example` },
        { page: 2 },
      )
      const editor = await contract.open(page)

      if (title === 'on a phone')
        await editor
          .getByRole('button', { name: /Firmantes/ })
          .first()
          .click()
      await editor.getByRole('button', { name: 'Guardar como plantilla' }).click()
      const saving = dialogOf(page, 'Guardar como plantilla')
      await saving.getByLabel('Rol 1').fill('Arrendatario')
      await saving.getByLabel('Nombre de la plantilla').fill('Alquiler')
      await expectAccessible(page)
      await saving.getByRole('button', { name: 'Guardar plantilla' }).click()
      await expect(saving).toBeHidden()

      await page.goto('/dashboard?tab=plantillas')
      const card = page.getByRole('list', { name: 'Plantillas' }).getByRole('listitem')
      await expect(card).toContainText('Firman: Arrendatario')
      await expect(card.locator('img')).toBeVisible()
      await expectAccessible(page)
      await card.getByRole('button', { name: 'Usar plantilla Alquiler' }).click()
      const using = dialogOf(page, 'Usar plantilla')
      await using.getByLabel('Nombre del documento').fill('Alquiler de Luis')
      await using.getByLabel('Nombre de Arrendatario').fill(luis.name)
      await using.getByLabel('Email de Arrendatario').fill(luis.email)
      await expectAccessible(page)
      await using.getByRole('button', { name: 'Crear documento' }).click()
      const created = dialogOf(page, 'Documento creado')
      await expect(created).toContainText(`${luis.name} (${luis.email})`)
      await expectAccessible(page)
      await created.getByRole('button', { name: 'Enviar invitación' }).click()
      await expect(created).toBeHidden()
      await expect(card).toContainText('1 documento creado')

      const link = linkIn(await mailTo(trazo.dataDir, luis.email, /te invita a firmar/))
      await signByLink(trazo, link)
      await mailTo(trazo.dataDir, luis.email, /está firmado por todas las personas/)

      const made = (await contract.api.list()).find(
        ({ original_filename }) => original_filename === 'Alquiler de Luis.pdf',
      )
      expect(made).toMatchObject({ status: 'COMPLETED', pages: 3 })
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(await contract.api.download(made ?? contract.file))).toMatchObject([
        { signer: luis.name, validation: 'Signature is Valid.' },
      ])
    })
  })

test('the owner moves a field in the template, and saving creates the next version', async ({ page, trazo }) => {
  const contract = await aContract(trazo, 'plantilla-campos')
  const { id } = contract.file
  await contract.api.addField(contract.file, { name: 'Ana Mora', email: `ana@${id}.example` })
  await saveTemplate(trazo, contract.api.token, id)
  await enter(page, ownerNamed('plantilla-campos'))
  await page.goto('/dashboard?tab=plantillas')
  const card = page.getByRole('list', { name: 'Plantillas' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Editar campos de Alquiler' }).click()
  const editor = page.getByRole('dialog', { name: 'Plantilla: Alquiler' })
  const field = tabOf(editor, 'Arrendatario')
  await expect(field).toBeVisible()
  await expectAccessible(page)
  await field.focus()
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByText('Cambios sin guardar', { exact: true })).toBeVisible()

  await editor.getByRole('button', { name: 'Cerrar' }).click()
  const leaving = dialogOf(page, 'Hay cambios sin guardar')
  await expectAccessible(page)
  await leaving.getByRole('button', { name: 'Seguir editando' }).click()
  await editor.getByRole('button', { name: 'Guardar en la plantilla' }).click()
  await expect(editor).toBeHidden()
  await expect(card).toContainText('Versión 2')
  await expect(card).toContainText('0 documentos creados')
  expect((await contract.api.list()).map(({ original_filename }) => original_filename)).toEqual([contract.filename])
})

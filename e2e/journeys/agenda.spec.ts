import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dateOf } from 'shared/contract/signing-order'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, contractOf, tabOf, threePages } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import type { Guest } from '../harness/people.ts'
import { card, enter, openEditor, ownerNamed } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import type { Trazo } from '../harness/trazo.ts'
import { expect, test } from '../harness/trazo.ts'

const DAY = 24 * 3_600_000

const passDeadline = (trazo: Trazo, documentId: number): void => {
  const database = new DatabaseSync(join(trazo.dataDir, 'trazo.sqlite'), { timeout: 5000 })
  database.prepare('update documents set deadline = ? where id = ?').run(Date.now() - 1000, documentId)
  database.close()
}

const screens = [
  { title: 'on a desk', use: { viewport: { width: 1440, height: 900 } } },
  { title: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const

for (const { title, use } of sampleOf(screens, 1, 5))
  test.describe(title, () => {
    test.use(use)

    test('the owner invites a known contact with a deadline and extends the deadline after it passes', async ({
      browser,
      page,
      trazo,
    }) => {
      const journey = `agenda-${use.viewport.width}`
      const ana: Guest = { name: 'Ana Núñez', email: `ana@${journey}.example` }
      const earlier = await aContract(trazo, journey)
      await earlier.api.invite(earlier.file, await earlier.api.addField(earlier.file, ana, { page: 1 }), ana)
      const owner = ownerNamed(journey)
      const contract = await contractOf(trazo, earlier.api, 'Adenda.pdf', threePages, (one) => enter(one, owner))
      const editor = await contract.open(page)

      await editor.getByRole('button', { name: 'Firma de Terceros', exact: true }).click()
      const name = page.getByRole('combobox', { name: 'Nombre del firmante' })
      await name.fill('nunez')
      const offered = page.getByRole('option', { name: ana.email })
      await expect(offered).toBeVisible()
      await expectAccessible(page)
      await offered.click()
      await expect(name).toHaveValue(ana.name)
      await expect(page.getByLabel('Email del firmante')).toHaveValue(ana.email)
      await editor.getByRole('button', { name: 'Agregar campo' }).click()
      await expect(tabOf(editor, ana.name)).toBeVisible()
      await editor.getByRole('button', { name: 'Colocar después' }).click()

      await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
      await dialog.getByText('Opciones').click()
      await dialog.getByText('Fecha límite: sin fecha').click()
      await dialog.getByLabel('Último día para firmar').fill(dateOf(Date.now() + 5 * DAY))
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Guardar fecha' }).click()
      await expect(dialog.getByText('Fecha límite: sin fecha')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Enviar invitación', exact: true }).click()
      await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()

      const mail = await mailTo(trazo.dataDir, ana.email, /firmar «Adenda/)
      expect(mail.text).toContain('Firmar antes del')
      const guest = await (await browser.newContext(use)).newPage()
      await guest.goto(linkIn(mail))
      await expect(guest.getByText(/^Firmar antes del final del /)).toBeVisible()
      await expectAccessible(guest)

      passDeadline(trazo, contract.file.id)
      await guest.reload()
      await expect(guest.getByRole('heading', { name: 'El plazo para firmar terminó' })).toBeVisible()
      await expectAccessible(guest)

      await enter(page, owner)
      await expect(card(page, contract.filename)).toContainText('Vencido')
      await expectAccessible(page)
      const again = await openEditor(page, contract.filename)
      await expect(again.getByText(/^El plazo para firmar terminó el /)).toBeVisible()
      await expectAccessible(page)
      await again.getByRole('button', { name: 'Ampliar la fecha' }).click()
      const extension = page.getByRole('dialog', { name: 'Ampliar la fecha' })
      await extension.getByLabel('Nuevo último día para firmar').fill(dateOf(Date.now() + 9 * DAY))
      await expectAccessible(page)
      await extension.getByRole('button', { name: 'Guardar fecha' }).click()
      await expect(extension).toHaveCount(0)
      await expect(again.getByText(/^El plazo para firmar terminó el /)).toHaveCount(0)
      const reopened = await mailTo(trazo.dataDir, ana.email, /^Puedes firmar otra vez «Adenda/)
      await guest.goto(linkIn(reopened))
      await expect(guest.getByText(/^Firmar antes del final del /)).toBeVisible()

      await page.goto('/profile?tab=contacts')
      await expect(page.getByText(ana.email)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Agregar contacto' }).click()
      const adding = page.getByRole('dialog', { name: 'Agregar contacto' })
      await adding.getByLabel('Nombre').fill('Eva Ríos')
      await adding.getByLabel('Email').fill(`eva@${journey}.example`)
      await expectAccessible(page)
      await adding.getByRole('button', { name: 'Agregar' }).click()
      await page.getByRole('button', { name: 'Editar a Eva Ríos' }).click()
      const editing = page.getByRole('dialog', { name: 'Editar contacto' })
      await editing.getByLabel('Email').fill(ana.email)
      await editing.getByRole('button', { name: 'Guardar' }).click()
      await expect(editing.getByText('Ya tienes un contacto con este email.')).toBeVisible()
      await editing.getByLabel('Email').fill(`rios@${journey}.example`)
      await editing.getByRole('button', { name: 'Guardar' }).click()
      await expect(editing).toHaveCount(0)
      await page.getByRole('searchbox', { name: 'Buscar contacto' }).fill('rios')
      await expect(page.getByText(`rios@${journey}.example`)).toBeVisible()
      await expect(page.getByText(ana.email)).toHaveCount(0)
      await page.getByRole('button', { name: 'Olvidar a Eva Ríos' }).click()
      await expect(page.getByText('Ningún contacto coincide con lo que buscas')).toBeVisible()
      await page.getByRole('searchbox', { name: 'Buscar contacto' }).fill('')
      await page.getByRole('button', { name: `Olvidar a ${ana.name}` }).click()
      await expect(page.getByText('Todavía no tienes contactos')).toBeVisible()
    })
  })

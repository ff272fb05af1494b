import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import { fieldOf, type Guest } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const widths = [
  { title: 'on a desk', use: { viewport: { width: 1440, height: 900 } } },
  { title: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
]

const mailsTo = async ({ dataDir }: Trazo, { email }: Guest) =>
  (await readOutbox(dataDir)).filter(({ to }) => to?.some(({ address }) => address === email))

const inviteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invitar a Trazo' })

const isInWindow = async (page: Page, element: Locator): Promise<boolean> => {
  const box = await element.boundingBox()
  const { height = 0 } = page.viewportSize() ?? {}
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

for (const { title, use } of widths) {
  test.describe(title, () => {
    test.use(use)

    test('one person with three fields gets one row, one mail and one link, which the owner can also hand over', async ({
      page,
      browser,
      trazo,
    }) => {
      const contract = await aContract(trazo, `personas-${title.replaceAll(' ', '-')}`)
      const ana: Guest = { name: 'Ana Mora', email: `ana@${contract.file.id}.example` }
      for (const number of [1, 2, 3]) await contract.api.addField(contract.file, ana, { page: number })
      const editor = await contract.open(page)
      if (title === 'on a phone')
        await page
          .getByRole('button', { name: /Firmantes/ })
          .first()
          .click()
      await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()

      const dialog = inviteDialog(page)
      const row = dialog.getByRole('listitem').filter({ hasText: ana.name })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(`${ana.email} · 3 campos en las páginas 1, 2 y 3`)
      await expect(dialog.getByRole('radio')).toHaveCount(0)
      expect(await isInWindow(page, dialog.getByRole('button', { name: 'Enviar invitación' }))).toBe(true)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
      await expect(dialog.getByText('¡Todas las invitaciones enviadas exitosamente!')).toBeVisible()
      await expect(row).toContainText(/Enviada\s*vence/)
      const mail = await mailTo(trazo.dataDir, ana.email, /te invita a firmar/)
      expect(mail.text).toContain('3, con este mismo enlace')
      expect(await mailsTo(trazo, ana)).toHaveLength(1)

      await row.getByRole('button', { name: `Acciones de ${ana.name}` }).click()
      await expectAccessible(page)
      await row.getByRole('button', { name: 'Copiar enlace' }).click()
      const handing = page.getByRole('dialog', { name: `Enlace de ${ana.name}` })
      await handing.getByRole('button', { name: 'Entiendo, mostrar el enlace' }).click()
      const link = await handing.getByLabel('Enlace').inputValue()
      expect(link).toBe(linkIn(mail))
      await expectAccessible(page)
      await handing.getByRole('button', { name: 'Cerrar' }).last().click()
      await dialog.getByRole('button', { name: 'Listo' }).click()

      const guest = await (await browser.newContext(use)).newPage()
      await guest.goto(link)
      await expect(fieldOf(guest.locator('main'), ana).first()).toBeVisible()
      for (const _ of [1, 2, 3]) await signByLink(trazo, link)
      const bytes = await contract.api.download(contract.file)
      if (hasTool('pdfsig'))
        expect(pdfsig(bytes).filter(({ validation }) => validation === 'Signature is Valid.')).toHaveLength(3)
      expect((await contract.invitations()).map(({ state }) => state)).toEqual(['signed', 'signed', 'signed'])
      await guest.goto(link)
      await expect(guest.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
      await expectAccessible(guest)
    })
  })
}

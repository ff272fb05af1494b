import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { withStandIn } from '../harness/firmador.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { card, type Guest, leaveEditor } from '../harness/people.ts'
import { expect } from '../harness/trazo.ts'

const test = withStandIn.extend({
  siteEnv: [
    async ({ standIn: { authorities } }, use) => {
      const agent = { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: authorities }
      await use({ ...agent, TSA_URL: 'http://127.0.0.1:9/tsa', TSA_CA: authorities, TSA_ALLOW_HTTP: '1' })
    },
    { scope: 'worker' },
  ],
})

test('the owner requires certified signatures, and the guest reads the requirement in mail and page', async ({
  page,
  trazo,
}) => {
  const ana: Guest = { name: 'Ana Rojas', email: 'ana@certificada.example' }
  const contract = await aContract(trazo, 'certificada')
  await contract.api.addField(contract.file, ana)
  const editor = await contract.open(page)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await dialog.getByText('Opciones').click()
  const certified = dialog.getByRole('radio', { name: 'Firma digital certificada' })
  await expect(dialog.getByRole('radio', { name: 'Firma electrónica' })).toBeChecked()
  await certified.check()
  await expect(certified).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(certified).toBeDisabled()
  await expect(certified).toBeChecked()
  await expect(dialog.getByText('El documento ya se envió a firmar.')).toBeVisible()
  await page.keyboard.press('Escape')
  await leaveEditor(page, contract.filename)
  await expect(card(page, contract.filename)).toContainText('Firma digital certificada')

  const mail = await mailTo(trazo.dataDir, ana.email, /te invita a firmar/)
  expect(mail.text).toContain('Este documento pide firma digital certificada')
  await page.goto(linkIn(mail))
  await expect(page.getByText('Este documento pide firma digital certificada')).toBeVisible()
  await expectAccessible(page)
})

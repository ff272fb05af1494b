import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import type { EditorJourney } from '../harness/editor.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { openMailedLink } from '../harness/participants.ts'
import type { Guest } from '../harness/people.ts'
import { card } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import type { Trazo } from '../harness/trazo.ts'
import { expect, test } from '../harness/trazo.ts'

const REASON = 'El monto de la cláusula 3 no es el que acordamos.'

interface Invited {
  readonly contract: EditorJourney
  readonly guests: readonly { readonly guest: Guest; readonly link: string }[]
}

const invite = async (trazo: Trazo, name: string, people: readonly string[]): Promise<Invited> => {
  const contract = await aContract(trazo, name)
  const guests: Invited['guests'][number][] = []
  for (const [index, person] of people.entries()) {
    const guest = { name: person, email: `${person.split(' ')[0]?.toLowerCase()}@${name}.example` }
    const fieldId = await contract.api.addField(contract.file, guest, { page: index + 1 })
    guests.push({ guest, link: await contract.api.invite(contract.file, fieldId, guest) })
  }
  return { contract, guests }
}

/** Collapsed on a phone. */
const choose = async (page: Page, option: string): Promise<Locator> => {
  const button = page.getByRole('button', { name: option })
  // Rendered after the page.
  await expect(page.getByText('Otras opciones')).toBeVisible()
  if (!(await button.isVisible())) await page.getByText('Otras opciones').click()
  await button.click()
  const dialog = page.getByRole('dialog', { name: option })
  await expect(dialog).toBeVisible()
  return dialog
}

/** A bottom sheet on a phone. */
const signersOf = async (editor: Locator): Promise<Locator> => {
  const toggle = editor.getByRole('button', { name: /^Firmantes \(/ })
  if (await toggle.isVisible()) await toggle.click()
  const panel = editor.getByRole('complementary', { name: 'Firmantes del Documento' })
  await expect(panel).toBeVisible()
  return panel
}
const signerIn = (panel: Locator, { name }: Guest): Locator => panel.getByRole('listitem').filter({ hasText: name })

const screens = [
  { title: 'on a desk', use: {} },
  { title: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const

for (const { title, use } of sampleOf(screens, 1, 3))
  test.describe(title, () => {
    test.use(use)
    const named = (name: string) => `${name}-${title.replaceAll(' ', '-')}`

    test('a guest declines: the owner sees the reason, the other signer gets a mail, and the links end', async ({
      browser,
      page,
      trazo,
    }) => {
      const { contract, guests } = await invite(trazo, named('rechazo'), ['Ana Mora', 'Luis Araya'])
      const [ana, luis] = guests
      if (!ana || !luis) throw new Error('two people are invited')
      const editor = await contract.open(page)
      const guest = await openMailedLink(browser, ana.link)
      const dialog = await choose(guest, 'No voy a firmar')
      await expectAccessible(guest)
      await dialog.getByRole('button', { name: 'Rechazar y cancelar la firma' }).click()
      await expect(dialog.getByText('Por favor, escribe el motivo')).toBeVisible()
      await dialog.getByLabel('Motivo').fill(REASON)
      await dialog.getByRole('button', { name: 'Rechazar y cancelar la firma' }).click()
      await expect(guest.getByRole('heading', { name: 'Listo: no firmas este documento' })).toBeVisible()
      await expectAccessible(guest)

      await expect(editor.getByText('Ana Mora no firma: la firma de este documento se canceló')).toBeVisible()
      await expect(editor.getByText(`«${REASON}»`).first()).toBeVisible()
      await expect(editor.getByRole('button', { name: 'Firma de Terceros' })).toHaveAttribute('aria-disabled', 'true')
      await expect(signerIn(await signersOf(editor), ana.guest)).toContainText('No firma')
      await expectAccessible(page)
      await editor.getByRole('button', { name: 'Cerrar' }).click()
      await expect(card(page, contract.filename)).toContainText('Cancelado')
      await expect(card(page, contract.filename)).toContainText(`Ana Mora no firma: «${REASON}»`)

      const cancelMail = await mailTo(trazo.dataDir, luis.guest.email, /Se canceló la firma/)
      expect(cancelMail.text).toContain(REASON)
      await guest.goto(luis.link)
      await expect(guest.getByRole('heading', { name: 'La firma se canceló' })).toBeVisible()
      await guest.goto(ana.link)
      await expect(guest.getByRole('heading', { name: 'Dijiste que no firmas' })).toBeVisible()
    })

    test('a guest proposes another person, the owner confirms, and that person signs by the mailed link', async ({
      browser,
      page,
      trazo,
    }) => {
      const { contract, guests } = await invite(trazo, named('otra-persona'), ['Ana Mora'])
      const [ana] = guests
      if (!ana) throw new Error('somebody is invited')
      const eva: Guest = { name: 'Eva Ríos', email: `eva@${named('otra-persona')}.example` }
      const editor = await contract.open(page)
      const guest = await openMailedLink(browser, ana.link)
      const dialog = await choose(guest, 'No me corresponde firmar')
      await expectAccessible(guest)
      await dialog.getByLabel('Nombre de quien debe firmar').fill(eva.name)
      await dialog.getByLabel('Email de quien debe firmar').fill(eva.email)
      await dialog.getByLabel('Nota (opcional)').fill('Es la representante legal.')
      await dialog.getByRole('button', { name: 'Proponer a esta persona' }).click()
      await expect(guest.getByText('Propusiste que firme Eva Ríos')).toBeVisible()
      await guest.reload()
      await expect(guest.getByText('Propusiste que firme Eva Ríos')).toBeVisible()
      await expect(guest.getByRole('button', { name: 'Agregar Firma Digital' })).toBeEnabled()

      const panel = await signersOf(editor)
      await expect(signerIn(panel, ana.guest)).toContainText('«Es la representante legal.»')
      await expectAccessible(page)
      await panel.getByRole('button', { name: 'Confirmar a Eva Ríos' }).click()
      await expect(page.getByText('Invitamos a Eva Ríos a firmar.')).toBeVisible()
      await expect(signerIn(panel, eva)).toContainText('Enviada')
      await expect(signerIn(panel, ana.guest)).toHaveCount(0)
      await guest.goto(ana.link)
      await expect(guest.getByRole('heading', { name: 'La invitación no es válida' })).toBeVisible()

      await signByLink(trazo, linkIn(await mailTo(trazo.dataDir, eva.email, /te invita a firmar/)))
      if (hasTool('pdfsig'))
        expect(pdfsig(await contract.api.download(contract.file))).toMatchObject([
          { signer: eva.name, validation: 'Signature is Valid.' },
        ])
      await expect(signerIn(panel, eva)).toContainText('Firmado')
    })

    test('the owner cancels: the invited guest gets a mail with the reason, and the link ends', async ({
      browser,
      page,
      trazo,
    }) => {
      const { contract, guests } = await invite(trazo, named('retira'), ['Ana Mora'])
      const [ana] = guests
      if (!ana) throw new Error('somebody is invited')
      const editor = await contract.open(page)
      const panel = await signersOf(editor)
      await expect(signerIn(panel, ana.guest)).toContainText('Enviada')
      await panel.getByRole('button', { name: 'Cancelar el proceso de firma' }).click()
      const dialog = page.getByRole('dialog', { name: '¿Cancelar el proceso de firma?' })
      await expect(dialog).toContainText('Le avisamos por correo a Ana Mora.')
      await expectAccessible(page)
      await dialog.getByLabel('Motivo (opcional)').fill(REASON)
      await dialog.getByRole('button', { name: 'Cancelar el proceso de firma' }).click()
      await expect(editor.getByText('Cancelaste la firma de este documento')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Invitar a Trazo' })).toHaveCount(0)
      const cancelMail = await mailTo(trazo.dataDir, ana.guest.email, /canceló la firma/)
      expect(cancelMail.text).toContain(REASON)
      const guest = await (await browser.newContext()).newPage()
      await guest.goto(ana.link)
      await expect(guest.getByRole('heading', { name: 'La firma se canceló' })).toBeVisible()

      await page.reload()
      await expect(editor.getByText(`«${REASON}»`)).toBeVisible()
      await editor.getByRole('button', { name: 'Cerrar' }).click()
      const filters = page.getByRole('button', { name: 'Mostrar filtros' })
      await expect(page.getByRole('searchbox', { name: 'Buscar' })).toBeVisible()
      if (await filters.isVisible()) await filters.click()
      await page.getByLabel('Estado').selectOption('Cancelado')
      await expect(card(page, contract.filename)).toContainText(`Cancelaste la firma: «${REASON}»`)
    })

    test('a guest stops and resumes reminders by link, and the owner sends a reminder with the same link', async ({
      browser,
      page,
      trazo,
    }) => {
      const { contract, guests } = await invite(trazo, named('recuerda'), ['Ana Mora'])
      const [ana] = guests
      if (!ana) throw new Error('somebody is invited')
      const editor = await contract.open(page)
      const panel = await signersOf(editor)
      const signer = signerIn(panel, ana.guest)
      const remind = signer.getByRole('button', { name: 'Recordar a Ana Mora' })
      await expect(signer).toContainText('Próximo recordatorio automático:')

      const silenced = async () => (await contract.invitations())[0]?.reminders.silenced
      const mail = await mailTo(trazo.dataDir, ana.guest.email, /te invita a firmar/)
      const quiet = mail.text?.match(/https?:\S+recordatorios=no\S*/)?.[0] ?? ''
      expect(quiet).toContain(new URL(ana.link).pathname)
      const guest = await openMailedLink(browser, quiet)
      const dialog = guest.getByRole('dialog', { name: 'No quiero más recordatorios' })
      await expect(dialog).toBeVisible()
      await expectAccessible(guest)
      expect(await silenced()).toBe(false)
      await dialog.getByRole('button', { name: 'No enviar más recordatorios' }).click()
      await expect(guest.getByText('No te enviaremos más recordatorios de este documento.')).toBeVisible()
      expect(await silenced()).toBe(true)
      await expect(signer).toContainText('Esta persona pidió no recibir más recordatorios.')
      await expect(remind).toHaveCount(0)
      const back = await choose(guest, 'Volver a recibir recordatorios')
      await back.getByRole('button', { name: 'Volver a recibir recordatorios' }).click()
      await expect(guest.getByText('Te recordaremos este documento mientras espere tu firma.')).toBeVisible()
      await expect(remind).toBeVisible()

      await remind.click()
      await expect(page.getByText('Le recordamos a Ana Mora por correo.')).toBeVisible()
      await expect(signer).toContainText('Podrás recordarle de nuevo el')
      const reminder = await mailTo(trazo.dataDir, ana.guest.email, /^Recordatorio/)
      expect(linkIn(reminder)).toBe(ana.link)
      await guest.goto(linkIn(reminder))
      await expect(guest.locator('main canvas').first()).toBeVisible()
      await expect(async () => {
        await guest.keyboard.press('Tab')
        await expect(signer).toContainText('Visto el', { timeout: 1000 })
      }).toPass()
    })
  })

import { href } from 'shared/contract'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { screens } from '../harness/guest-flow.ts'
import { linkIn, readOutbox } from '../harness/outbox.ts'
import { downloaded, drawSignature, fieldOf, openField } from '../harness/people.ts'
import { sampleOf } from '../harness/sample.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

for (const { title, use } of sampleOf(screens, 1, 1))
  test.describe(title, () => {
    test.use(use)

    test('a guest with a replaced link requests a new link, which is mailed to the invited address', async ({
      page,
      trazo,
    }) => {
      const { file, api } = await aContract(trazo, `renovada-${title.replaceAll(' ', '-')}`)
      const ana = { name: 'Ana Mora', email: `ana@renovada-${file.id}.example` }
      const fieldId = await api.addField(file, ana)
      const old = await api.invite(file, fieldId, ana)
      await api.invite(file, fieldId, ana)
      const mails = async () =>
        (await readOutbox(trazo.dataDir)).filter(({ to }) => to?.some(({ address }) => address === ana.email))
      await expect.poll(async () => (await mails()).length).toBe(2)
      const before = (await mails()).map(({ messageId }) => messageId)

      await page.goto(old)
      await expect(page.getByText(`para firmar «${file.original_filename}»`)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Pedir un enlace nuevo' }).click()
      await expect(page.getByText('enviamos un enlace nuevo al correo al que llegó tu invitación')).toBeVisible()
      await expect.poll(async () => (await mails()).length).toBe(before.length + 1)
      const [fresh] = (await mails()).filter(({ messageId }) => !before.includes(messageId))
      if (!fresh) throw new Error('no new mail')
      await page.goto(linkIn(fresh))
      await expect(page.locator('main canvas').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Agregar Firma Digital' })).toBeEnabled()
    })

    test('after signing, the guest gets the PDF by mail, and the same link shows and downloads the document', async ({
      browser,
      page,
      trazo,
    }) => {
      const { file, api } = await aContract(trazo, `firmada-${title.replaceAll(' ', '-')}`)
      const ana = { name: 'Ana Mora', email: `ana@firmada-${file.id}.example` }
      const fieldId = await api.addField(file, ana)
      const link = await api.invite(file, fieldId, ana)
      await page.goto(link)
      await openField(fieldOf(page.locator('main'), ana))
      await drawSignature(page)
      await page.getByRole('button', { name: 'Firmar documento' }).click()
      await page.getByRole('button', { name: 'Finalizar' }).click()
      await expect(page.getByText(`PDF enviado a ${ana.email}`).first()).toBeVisible()

      const later = await (await browser.newContext({ ...use, acceptDownloads: true })).newPage()
      await later.goto(link)
      await expect(later.getByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
      await expect(later.locator('main canvas').first()).toBeVisible()
      await expect(later.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
      const signed = await downloaded(later, later.getByRole('button', { name: 'Descargar', exact: true }))
      test.skip(!hasTool('pdfsig'), 'pdfsig is not installed')
      expect(pdfsig(signed)).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
    })

    test('a read-only link shows the document and no button to sign', async ({ page, trazo }) => {
      const { file, api } = await aContract(trazo, `lectura-${title.replaceAll(' ', '-')}`)
      await api.share(file, { mode: 'read' })
      await page.goto(`${trazo.url}${href.sign(file.id, file.original_filename)}`)
      await expect(page.locator('main canvas').first()).toBeVisible()
      await expect(page.getByText('Este enlace es para leer')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
      await expectAccessible(page)
    })
  })

import type { Locator, Page } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { expectAccessible } from '../harness/axe.ts'
import { aContract, type EditorJourney } from '../harness/editor.ts'
import { drawingOf, identify, reviewOf, screens } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import { openMailedLink } from '../harness/participants.ts'
import { drawSignature } from '../harness/people.ts'
import { expectStatuses, sendTogether } from '../harness/sendings.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const low = { at: [0.1, 0.8, 0.4, 0.08] } as const

/** A contract for two people and an inventory for the first of them, in one sending. */
const aSending = async (trazo: Trazo, name: string): Promise<EditorJourney> => {
  const contract = await aContract(trazo, name)
  const { api, file } = contract
  const inventory = await api.upload('Inventario.pdf', makePdf([{ text: 'Inventario' }]))
  const ana = { name: 'Ana Mora', email: `ana@${name}.example` }
  await api.addField(file, ana)
  await api.addField(inventory, ana)
  await api.addField(file, { name: 'Luis Mata', email: `luis@${name}.example` }, low)
  await sendTogether(trazo, api, [file, inventory])
  return contract
}

const saveAsTemplate = async (page: Page, editor: Locator, isPhone: boolean): Promise<void> => {
  const people = editor.getByRole('button', { name: /Firmantes/ })
  if (isPhone) await people.first().click()
  await editor.getByRole('button', { name: 'Guardar como plantilla' }).click()
  const saving = dialogOf(page, 'Guardar como plantilla')
  await expect(saving).toContainText('Se guardan juntos los 2 documentos de este envío')
  await saving.getByLabel('Rol 1').fill('Arrendatario')
  await saving.getByLabel('Rol 2').fill('Fiador')
  await expect(saving.getByLabel('Rol 3')).toHaveCount(0)
  await saving.getByLabel('Nombre de la plantilla').fill('Alquiler')
  await expectAccessible(page)
  await saving.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(saving).toBeHidden()
}

const useTemplate = async (page: Page, card: Locator, name: string): Promise<void> => {
  await card.getByRole('button', { name: 'Usar plantilla Alquiler' }).click()
  const using = dialogOf(page, 'Usar plantilla')
  await using.getByLabel('Nombre del envío').fill('Eva')
  await using.getByLabel('Nombre de Arrendatario').fill('Eva Solano')
  await using.getByLabel('Email de Arrendatario').fill(`eva@${name}.example`)
  await using.getByLabel('Nombre de Fiador').fill('Ivo Paz')
  await using.getByLabel('Email de Fiador').fill(`ivo@${name}.example`)
  await expectAccessible(page)
  await using.getByRole('button', { name: 'Crear documentos' }).click()
  const created = dialogOf(page, 'Documentos creados')
  await expect(created).toContainText('2 documentos ya tienen sus campos y van en un solo envío')
  await expectAccessible(page)
  await created.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await expect(created).toBeHidden()
}

const sendToTwo = async (page: Page, card: Locator, name: string): Promise<void> => {
  await card.getByRole('button', { name: 'Enviar a muchos Alquiler' }).click()
  const dialog = dialogOf(page, 'Enviar a muchos')
  const titles = 'Nombre de Arrendatario;Email de Arrendatario;Nombre de Fiador;Email de Fiador'
  const row = (who: string) => `${who};${who}@${name}.example;Fiador ${who};fiador-${who}@${name}.example`
  const buffer = Buffer.from([titles, row('zoe'), row('teo')].join('\r\n'))
  const csv = { name: 'lista.csv', mimeType: 'text/csv', buffer }
  await dialog.locator('input[type=file]').setInputFiles(csv)
  await dialog.getByRole('button', { name: 'Revisar filas' }).click()
  await expect(dialog.getByText('2 filas listas. Se crean 4 documentos en 2 envíos;')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText(/^Se crean 4 documentos en 2 envíos/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar 4 documentos' }).click()
  const jobs = page.getByRole('region', { name: 'Envíos a muchos' })
  await expect(jobs.getByText('Terminado')).toBeVisible({ timeout: scaled(30_000) })
  await expectAccessible(page)
}

/** By the sending's page: reads both, draws once. */
const signBoth = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Siguiente documento' }).click()
  await expect(page.getByRole('heading', { name: /Inventario/, level: 1 })).toBeFocused()
  await expect(page.locator('main canvas').first()).toBeVisible()
  await page.getByRole('button', { name: 'Firmar los 2 documentos' }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(page)
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
  await identify(page)
  await expect(page.getByRole('dialog', { name: '2 documentos firmados digitalmente con éxito' })).toBeVisible({
    timeout: scaled(60_000),
  })
}

const invitationsTo = async (trazo: Trazo, address: string) =>
  (await readOutbox(trazo.dataDir)).filter(({ to }) => to?.some((one) => one.address === address))

for (const { title, use } of screens)
  test.describe(title, () => {
    test.use(use)

    test('a sending becomes a template that makes sendings: one is signed in one act, two come from a list', async ({
      browser,
      page,
      trazo,
    }) => {
      const name = `envio-plantilla-${title.replaceAll(' ', '-')}`
      const contract = await aSending(trazo, name)
      await saveAsTemplate(page, await contract.open(page), title === 'on a phone')

      await page.goto('/dashboard?tab=plantillas')
      const card = page.getByRole('list', { name: 'Plantillas' }).getByRole('listitem')
      await expect(card).toHaveCount(1)
      await expect(card).toContainText('2 documentos')
      await expectAccessible(page)
      await useTemplate(page, card, name)
      await expect(card).toContainText('1 envío creado')
      await sendToTwo(page, card, name)

      const link = linkIn(await mailTo(trazo.dataDir, `eva@${name}.example`, /te invita a firmar/))
      expect(await invitationsTo(trazo, `eva@${name}.example`)).toHaveLength(1)
      await signBoth(await openMailedLink(browser, link, { locale: 'es-CR', reducedMotion: 'reduce' }))

      const files = await contract.api.list()
      const made = (person: string): UserFile[] =>
        files
          .filter(({ original_filename }) => original_filename.includes(person))
          .toSorted((a, b) => (a.sending?.position ?? 0) - (b.sending?.position ?? 0))
      await expectStatuses(contract.api, made('Eva'), ['PROCESSING', 'COMPLETED'])
      for (const person of ['zoe', 'teo']) {
        expect(made(person).map(({ sending }) => [sending?.position, sending?.documents])).toEqual([
          [1, 2],
          [2, 2],
        ])
        expect(await invitationsTo(trazo, `${person}@${name}.example`)).toHaveLength(1)
      }
      for (const file of made('Eva')) {
        const bytes = await contract.api.download(file)
        expect(qpdfCheck(bytes)).toBeUndefined()
        if (hasTool('pdfsig'))
          expect(pdfsig(bytes).filter(({ signer }) => signer !== '')).toMatchObject([
            { signer: 'Eva Solano', validation: 'Signature is Valid.' },
          ])
      }
    })
  })

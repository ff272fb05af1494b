import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { drawingOf, identificationOf, identify, reviewOf } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { linkIn, mailTo, readOutbox } from '../harness/outbox.ts'
import { openMailedLink, PHONE } from '../harness/participants.ts'
import { downloaded, drawSignature, enter, fieldOf, type Guest, openField, ownerNamed } from '../harness/people.ts'
import { cancelFile, expectStatuses, inviteLater, inviteReader, sendTogether } from '../harness/sendings.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const NAMES = ['Contrato.pdf', 'Inventario.pdf', 'Reglamento.pdf'] as const

interface SentTogether {
  readonly api: OwnerApi
  readonly files: readonly UserFile[]
  readonly ana: Guest
  readonly luis: Guest
}

const uploaded = async (trazo: Trazo, name: string): Promise<SentTogether> => {
  const api = await ownerApi(trazo, ownerNamed(name))
  const files: UserFile[] = []
  for (const filename of NAMES) files.push(await api.upload(filename, makePdf([{ text: filename }])))
  await sendTogether(trazo, api, files)
  const guest = (person: string): Guest => ({ name: person, email: `${person.split(' ')[0]}@${name}.example` })
  return { api, files, ana: guest('Ana Mora'), luis: guest('Luis Mata') }
}

const mailsTo = async (trazo: Trazo, { email }: Guest) =>
  (await readOutbox(trazo.dataDir)).filter((mail) =>
    mail.to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase()),
  )

const linesOf = (page: Page) => page.getByRole('navigation', { name: 'Documentos de este envío' }).getByRole('listitem')

/** A document that is left before it was painted counts as unread, and the way leads back to it. */
const expectNoted = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const id = location.pathname.split('/')[2] ?? ''
        const visits = Object.keys(sessionStorage).filter((key) => key.startsWith('trazo-sending-'))
        return visits.some((key) => id in JSON.parse(sessionStorage.getItem(key) ?? '{}').shown)
      }),
    )
    .toBe(true)

const readRest = async (page: Page, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await expectNoted(page)
    await page.getByRole('link', { name: 'Siguiente documento' }).click()
    const title = page.getByRole('heading', { name, level: 1 })
    await expect(title).toBeFocused()
    await expect(page.locator('main canvas').first()).toBeVisible()
  }
}

const drawFor = async (page: Page, count: number): Promise<void> => {
  await page.getByRole('button', { name: `Firmar los ${count} documentos` }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  if ((await page.getByRole('img', { name: 'Tu firma dibujada' }).count()) === 0) await drawSignature(page)
}

const signDrawn = async (page: Page): Promise<void> => {
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
  await expectAccessible(page)
  await identify(page)
}

const resultOf = (page: Page, count: number) =>
  page.getByRole('dialog', { name: `${count} documentos firmados digitalmente con éxito` })

const openAs = (browser: Browser, link: string, use: BrowserContextOptions = {}): Promise<Page> =>
  openMailedLink(browser, link, { locale: 'es-CR', reducedMotion: 'reduce', ...use })

test('three documents in one sending: one mail and one act for each of two people, one of them on a phone', async ({
  browser,
  trazo,
}) => {
  const { api, files, ana, luis } = await uploaded(trazo, 'envio-de-tres')
  const [contract, inventory, rules] = files
  if (!contract || !inventory || !rules) throw new Error('three files were uploaded')
  const anas = await api.addField(contract, ana)
  await api.addField(inventory, ana)
  await api.addField(rules, ana)
  const low = { at: [0.1, 0.8, 0.4, 0.08] } as const
  const luises = await api.addField(contract, luis, low)
  await api.addField(inventory, luis, low)
  const linkOfAna = await api.invite(contract, anas, ana)
  const linkOfLuis = await api.invite(contract, luises, luis)
  expect(await mailsTo(trazo, ana)).toHaveLength(1)
  expect(await mailsTo(trazo, luis)).toHaveLength(1)

  const page = await openAs(browser, linkOfAna)
  await expect(page.getByText('Te falta leer:')).toContainText('Inventario.pdf, Reglamento.pdf')
  await page.getByText('0 de 3 firmados').click()
  await expect(linesOf(page)).toHaveText(NAMES.map((name) => `${name} Falta tu firma`))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await readRest(page, NAMES.slice(1))
  await drawFor(page, 3)
  await expectAccessible(page)
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
  await expect(identificationOf(page).getByRole('listitem')).toHaveText([...NAMES])
  await expectAccessible(page)
  await identify(page)
  const result = resultOf(page, 3)
  await expect(result).toBeVisible({ timeout: scaled(60_000) })
  await expect(page.getByText('3 de 3 firmados')).toBeVisible()
  await expectAccessible(page)
  for (const name of NAMES) {
    const signed = await downloaded(page, result.getByRole('button', { name: `Descargar ${name}` }))
    expect(qpdfCheck(signed)).toBeUndefined()
    // Luis's fields are still empty.
    if (hasTool('pdfsig'))
      expect(pdfsig(signed).filter(({ signer }) => signer !== '')).toMatchObject([
        { signer: ana.name, validation: 'Signature is Valid.' },
      ])
  }
  await expectStatuses(api, files, ['PROCESSING', 'PROCESSING', 'COMPLETED'])

  const phone = await openAs(browser, linkOfLuis, PHONE)
  await phone.getByText('0 de 2 firmados').click()
  await expect(linesOf(phone)).toHaveCount(2)
  await expectAccessible(phone)
  await linesOf(phone).getByRole('link', { name: 'Inventario.pdf' }).click()
  await expect(phone.getByRole('heading', { name: 'Inventario.pdf' })).toBeFocused()
  await drawFor(phone, 2)
  await signDrawn(phone)
  await expect(resultOf(phone, 2)).toBeVisible({ timeout: scaled(60_000) })
  await expectAccessible(phone)
  await expectStatuses(api, files, ['COMPLETED', 'COMPLETED', 'COMPLETED'])
  for (const [index, file] of files.entries()) {
    const bytes = await api.download(file)
    expect(qpdfCheck(bytes)).toBeUndefined()
    if (!hasTool('pdfsig')) continue
    const people = index < 2 ? [ana, luis] : [ana]
    expect(pdfsig(bytes)).toMatchObject(people.map(({ name }) => ({ signer: name, validation: 'Signature is Valid.' })))
  }
})

test('a document that its owner cancels before the act: nothing is signed, then the rest is', async ({
  browser,
  trazo,
}) => {
  const { api, files, ana } = await uploaded(trazo, 'envio-cambiado')
  const [contract, inventory] = files
  if (!contract || !inventory) throw new Error('three files were uploaded')
  const fields: number[] = []
  for (const file of files) fields.push(await api.addField(file, ana))
  const page = await openAs(browser, await api.invite(contract, fields[0] ?? 0, ana))
  await readRest(page, NAMES.slice(1))
  await drawFor(page, 3)
  await cancelFile(trazo, api, inventory)
  await signDrawn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Ya no se puede firmar: Inventario.pdf.' })).toBeVisible({
    timeout: scaled(60_000),
  })
  expect((await api.list()).map(({ is_signed }) => is_signed)).toEqual([false, false, false])
  await expectAccessible(page)

  await openField(fieldOf(page.locator('main'), ana))
  const dialog = page.getByRole('dialog', { name: 'Firma digital' })
  await expect(dialog.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Firmar los 2 documentos' }).click()
  await resultOf(page, 2)
    .getByRole('button', { name: 'Finalizar' })
    .click({ timeout: scaled(60_000) })
  await expect(page.getByRole('button', { name: /^Descargar / })).toHaveCount(2)
  await expect(page.getByText('2 de 2 firmados')).toBeVisible()
  await expectStatuses(api, files, ['COMPLETED', 'CANCELLED', 'COMPLETED'])
})

test('an ordered sending: one entry of the inbox, one mail a turn, and one final mail with all PDFs', async ({
  browser,
  page,
  trazo,
}) => {
  const { api, files, luis } = await uploaded(trazo, 'envio-por-orden')
  const account = ownerNamed('ana-por-orden')
  const session = await ownerApi(trazo, account)
  await session.confirmEmail(async () => (await mailTo(trazo.dataDir, account.email, /confirma/i)).text ?? '')
  const ana: Guest = { name: 'Ana Mora', email: account.email }
  const [contract, inventory, rules] = files
  if (!contract || !inventory || !rules) throw new Error('three files were uploaded')
  const anas = await api.addField(contract, ana)
  await api.addField(rules, ana)
  const low = { at: [0.1, 0.8, 0.4, 0.08] } as const
  const luises = await api.addField(contract, luis, low)
  await api.addField(inventory, luis, low)
  await api.setOrder(contract, [[anas], [luises]])
  await enter(page, account)
  await expect(page.getByText('Aún no tienes documentos')).toBeVisible()
  await api.invite(contract, anas, ana)
  await inviteLater(trazo, api, contract, luises, luis)

  await page.reload()
  const inbox = page.getByRole('region', { name: 'Para firmar' })
  await expect(inbox.getByRole('listitem')).toHaveCount(1)
  await expect(inbox.getByRole('listitem')).toContainText('Contrato.pdf y 1 documento más')
  await expect(inbox.getByRole('listitem')).toContainText('0 de 2 firmados')
  await expectAccessible(page)
  await inbox.getByRole('button', { name: 'Abrir Contrato.pdf y 1 documento más' }).click()
  await readRest(page, ['Reglamento.pdf'])
  expect(await mailsTo(trazo, luis)).toHaveLength(0)
  await drawFor(page, 2)
  await signDrawn(page)
  await expect(resultOf(page, 2)).toBeVisible({ timeout: scaled(60_000) })
  await expectStatuses(api, files, ['PROCESSING', 'PROCESSING', 'COMPLETED'])

  const turn = await mailTo(trazo.dataDir, luis.email, /Es tu turno de firmar «Contrato\.pdf» y 1 documento más/)
  const finals = async (guest: Guest) =>
    (await mailsTo(trazo, guest)).filter(({ subject }) => subject?.includes('firmados por todas las personas'))
  expect(await finals(ana)).toHaveLength(0)
  const phone = await openAs(browser, linkIn(turn), PHONE)
  await readRest(phone, ['Inventario.pdf'])
  await drawFor(phone, 2)
  await signDrawn(phone)
  await expect(resultOf(phone, 2)).toBeVisible({ timeout: scaled(60_000) })
  await expectStatuses(api, files, ['COMPLETED', 'COMPLETED', 'COMPLETED'])

  await expect.poll(async () => (await finals(luis)).length).toBe(1)
  const [last] = await finals(luis)
  expect(last?.attachments.map(({ filename }) => filename)).toEqual(['Contrato.pdf', 'Inventario.pdf'])
  await expect.poll(async () => (await finals(ana)).length).toBe(1)
  const [own] = await finals(ana)
  expect(own?.attachments.map(({ filename }) => filename)).toEqual(['Contrato.pdf', 'Reglamento.pdf'])
  expect((await mailsTo(trazo, luis)).filter(({ subject }) => subject?.includes('turno'))).toHaveLength(1)
})

test('a person who only reads gets one mail, and confirms each document of its list on a phone', async ({
  browser,
  trazo,
}) => {
  const { api, files, ana } = await uploaded(trazo, 'envio-leido')
  for (const file of files) await api.addField(file, ana)
  const eva: Guest = { name: 'Eva Ríos', email: 'eva@envio-leido.example' }
  await inviteReader(trazo, api, files, eva)

  const page = await openAs(browser, linkIn(await mailTo(trazo.dataDir, eva.email, /Contrato/)), PHONE)
  await page.getByText('0 de 3 leídos').click()
  await expect(linesOf(page)).toHaveText(NAMES.map((name) => `${name} Falta tu lectura`))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const [index, name] of NAMES.entries()) {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.locator('main canvas').first()).toBeVisible()
    await page.getByRole('button', { name: 'Confirmar que lo leí' }).tap()
    await expect(page.getByText(`${index + 1} de 3 leídos`)).toBeVisible()
    await expectAccessible(page)
    if (index < NAMES.length - 1) await page.getByRole('link', { name: 'Siguiente documento' }).tap()
  }
  await expect(page.getByRole('link', { name: 'Siguiente documento' })).toHaveCount(0)
  expect(await mailsTo(trazo, eva)).toHaveLength(1)
})

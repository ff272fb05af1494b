import type { Page } from 'playwright/test'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { bytesOf, threePages } from '../harness/editor.ts'
import { mailTo } from '../harness/outbox.ts'
import { downloaded, enter, type Guest, type Owner, ownerNamed, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const mailText = async (trazo: Trazo, address: string, subject: RegExp): Promise<string> =>
  (await mailTo(trazo.dataDir, address, subject)).text ?? ''

const accountOf = async (trazo: Trazo, owner: Owner): Promise<OwnerApi> => {
  const account = await ownerApi(trazo, owner)
  await account.confirmEmail(() => mailText(trazo, owner.email, /confirma tu email/i))
  return account
}

const invite = async (api: OwnerApi, name: string, guest: Guest): Promise<void> => {
  const file = await api.upload(name, bytesOf(threePages))
  await api.invite(file, await api.addField(file, guest), guest)
}

/** On the profile page, with the mailed link. */
const addAddress = async (page: Page, trazo: Trazo, address: string): Promise<void> => {
  await page.getByText('Otras direcciones de correo').click()
  await expect(page.getByText('Todavía no tienes otras direcciones.')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar dirección' }).click()
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  const row = page.getByRole('listitem').filter({ hasText: address })
  await expect(row).toContainText('Pendiente')
  await expectAccessible(page)
  const link = /\/email\/add#[\w-]{43}/.exec(await mailText(trazo, address, /otra dirección/i))?.[0]
  await page.goto(link ?? 'no link')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agregar a mi cuenta' }).click()
  await expect(page.getByText(`Listo: ${address} es una dirección de tu cuenta.`)).toBeVisible()
}

/** @returns the file that the panel downloads */
const sign = async (page: Page, guest: Guest): Promise<Buffer> => {
  await expect(page.locator('main canvas').first()).toBeVisible()
  await signAsGuest(page, guest)
  await page.keyboard.press('Escape')
  return downloaded(page, page.getByRole('button', { name: 'Descargar' }))
}

for (const [screen, options] of [
  ['desktop', desktop],
  ['390 px', phone],
] as const)
  test(`three documents in a row from the inbox, one of them sent to another address of the account (${screen})`, async ({
    browser,
    trazo,
  }) => {
    const page = await (await browser.newContext(options)).newPage()
    const sender = await accountOf(trazo, ownerNamed('olga-sigue'))
    const ana = ownerNamed('ana-sigue')
    await accountOf(trazo, ana)
    const office = `oficina.${ana.email}`
    await enter(page, ana, '/profile')
    await addAddress(page, trazo, office)

    const names = ['Uno.pdf', 'Dos.pdf', 'Tres.pdf']
    const guests = [ana.email, office, ana.email].map((email): Guest => ({ name: 'Ana Mora', email }))
    for (const [index, guest] of guests.entries()) await invite(sender, names[index] ?? '', guest)
    await page.goto('/dashboard')
    const inbox = page.getByRole('region', { name: 'Para firmar' })
    await expect(inbox.getByRole('listitem')).toHaveCount(3)
    await expect(inbox.getByRole('listitem').filter({ hasText: 'Dos.pdf' })).toContainText(`para ${office}`)
    await expectAccessible(page)

    // The newest is first.
    await inbox.getByRole('button', { name: 'Abrir Tres.pdf' }).click()
    const files = [await sign(page, { name: 'Ana Mora', email: ana.email })]
    const next = page.getByRole('region', { name: 'Lo que sigue' })
    await expect(next).toContainText('Dos.pdf · Mariela Solís te pide tu firma')
    await expectAccessible(page)
    await next.getByRole('button', { name: 'Firmar siguiente (2)' }).click()
    await expect(page.getByRole('heading', { name: 'Dos.pdf' })).toBeVisible()
    files.push(await sign(page, { name: 'Ana Mora', email: office }))
    await next.getByRole('button', { name: 'Firmar siguiente (1)' }).click()
    await expect(page.getByRole('heading', { name: 'Uno.pdf' })).toBeVisible()
    files.push(await sign(page, { name: 'Ana Mora', email: ana.email }))
    await expect(next).toContainText('No te queda nada por firmar ni responder.')
    await next.getByRole('link', { name: 'Volver al inicio' }).click()
    await expect(page.getByRole('heading', { name: `Hola, ${ana.firstName}` })).toBeVisible()
    await expect(inbox).toHaveCount(0)
    if (hasTool('pdfsig'))
      for (const file of files)
        expect(pdfsig(file).map(({ validation }) => validation)).toEqual(['Signature is Valid.'])
  })

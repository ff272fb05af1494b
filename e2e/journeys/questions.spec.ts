import { execFileSync } from 'node:child_process'
import type { Locator, Page } from 'playwright/test'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { downloaded, enter, type Guest, ownerNamed, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const QUESTION = '¿El alquiler incluye el parqueo?\nSon dos carros: https://fotos.example/carros'
const ANSWER = 'Sí, incluye dos espacios.'

const askingDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Preguntar antes de firmar' })

const openLink = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await expect(page.locator('main canvas').first()).toBeVisible()
}

const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/\s+/g, ' ')

test('a signer on a phone asks, the owner answers in the editor, and the signer reads the answer and signs', async ({
  page,
  browser,
  trazo,
}) => {
  const owner = ownerNamed('preguntas')
  const api = await ownerApi(trazo, owner)
  const contract = await contractOf(trazo, api, 'Contrato preguntas.pdf', threePages, (at) => enter(at, owner))
  const ana: Guest = { name: 'Ana Mora', email: 'ana@preguntas.example' }
  const link = await api.invite(contract.file, await api.addField(contract.file, ana), ana)
  const guest = await (await browser.newContext(phone)).newPage()

  await test.step('the question is folded away, and survives a failure and a closed dialog', async () => {
    await openLink(guest, link)
    await guest.getByText('Otras opciones').click()
    await guest.getByRole('button', { name: 'Preguntar antes de firmar' }).click()
    const field = askingDialog(guest).getByLabel('Tu pregunta')
    await field.fill(QUESTION)
    await guest.context().setOffline(true)
    await askingDialog(guest).getByRole('button', { name: 'Enviar pregunta' }).click()
    await expect(askingDialog(guest).getByRole('alert')).toBeVisible()
    await askingDialog(guest).getByRole('button', { name: 'Cerrar' }).last().click()
    await guest.context().setOffline(false)
    await guest.getByRole('button', { name: 'Preguntar antes de firmar' }).click()
    await expect(field).toHaveValue(QUESTION)
    await expectAccessible(guest)
    await askingDialog(guest).getByRole('button', { name: 'Enviar pregunta' }).click()
    await expect(askingDialog(guest).getByRole('status').last()).toContainText('Enviamos tu pregunta a Mariela Solís.')
    await expect(askingDialog(guest).getByRole('listitem')).toContainText('¿El alquiler incluye el parqueo?')
    await expect(askingDialog(guest).getByRole('link')).toHaveCount(0)
    await expect(field).toHaveValue('')
    await expectAccessible(guest)
  })

  const mail = await mailTo(trazo.dataDir, owner.email, /Ana Mora te pregunta/)
  expect(mail.html).not.toContain('href="https://fotos.example')

  await test.step('the mail alone answers nothing: its link asks for the owner’s session', async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto(linkIn(mail))
    await expect(other.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
    await other.context().close()
  })

  await test.step('the list counts it, and the link of the mail opens its thread in the editor', async () => {
    await enter(page, owner)
    await expect(page.getByText('1 pregunta sin responder')).toBeVisible()
    await expectAccessible(page)
    await page.goto(linkIn(mail))
    const thread = page.getByRole('dialog', { name: 'Preguntas de Ana Mora' })
    await expect(thread.getByRole('listitem')).toContainText('¿El alquiler incluye el parqueo?')
    await expect(thread.getByRole('link')).toHaveCount(0)
    await expectAccessible(page)
    await thread.getByLabel('Tu respuesta').fill(ANSWER)
    await thread.getByRole('button', { name: 'Enviar respuesta' }).click()
    await expect(thread.getByRole('status').last()).toContainText('Enviamos tu respuesta a Ana Mora.')
    await thread.getByRole('button', { name: 'Cerrar' }).last().click()
    await expect(page.getByRole('button', { name: 'Preguntó (Ana Mora)' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the mail of the answer opens the thread on the signer’s page, and the signer signs', async () => {
    const answer = await mailTo(trazo.dataDir, ana.email, /respondió tu pregunta/)
    expect(answer.text).toContain(`> ${ANSWER}`)
    await openLink(guest, linkIn(answer))
    await expect(askingDialog(guest).getByRole('listitem').nth(1)).toContainText(ANSWER)
    await askingDialog(guest).getByRole('button', { name: 'Cerrar' }).last().click()
    await signAsGuest(guest, ana)
    await expect.poll(async () => (await api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])
    if (hasTool('pdfsig'))
      for (const { validation } of pdfsig(await api.download(contract.file)))
        expect(validation).toBe('Signature is Valid.')
  })

  await test.step('the log of the certificate says that it was asked and answered, without the texts', async () => {
    await page.goto('/dashboard?tab=firmados')
    await page.getByRole('button', { name: contract.filename, exact: true }).click()
    const editor = page.getByRole('dialog', { name: `Documento: ${contract.filename}` })
    const pdf = await downloaded(page, editor.getByRole('button', { name: 'Certificado de finalización' }))
    if (!hasTool('pdftotext')) return
    const certificate = textOf(pdf)
    expect(certificate).toContain('Pregunta a quien envió el documento')
    expect(certificate).toContain('Respuesta de quien envió el documento')
    expect(certificate).not.toContain('parqueo')
  })
})

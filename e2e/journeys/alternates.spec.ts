import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { addAlternates, openMailedLink, PHONE, textOfPdf } from '../harness/participants.ts'
import { downloaded, type Guest, signAsGuest } from '../harness/people.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

test('three may sign one field: the second signs, the others read who, and the evidence names the real signer', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'suplentes')
  const at = (name: string) => ({ email: `${name}@suplentes.example` })
  const ana: Guest = { name: 'Ana Mora', ...at('ana') }
  const luis: Guest = { name: 'Luis Rojas', ...at('luis') }
  const eva: Guest = { name: 'Eva Ruiz', ...at('eva') }
  await contract.api.addField(contract.file, ana)

  const editor = await contract.open(page)
  await addAlternates(editor, ana, [luis, eva])
  await expectAccessible(page)

  await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
  const inviting = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await inviting.getByRole('button', { name: 'Enviar invitación' }).click()
  const others = inviting.getByRole('list', { name: 'Pueden firmar en lugar de otra persona' })
  for (const { name } of [luis, eva])
    await expect(others.getByRole('listitem').filter({ hasText: name })).toContainText('Enviada')
  await expectAccessible(page)
  await inviting.getByRole('button', { name: 'Listo' }).click()

  const linkOf = async ({ email }: Guest) => linkIn(await mailTo(trazo.dataDir, email, /firma/i))
  const evaPage = await openMailedLink(browser, await linkOf(eva))
  await expect(evaPage.getByText('Mariela Solís te pide tu firma.')).toBeVisible()
  const luisPage = await openMailedLink(browser, await linkOf(luis))
  await signAsGuest(luisPage, luis)

  const anaPage = await openMailedLink(browser, await linkOf(ana), PHONE)
  await evaPage.reload()
  for (const late of [anaPage, evaPage]) {
    await expect(late.getByRole('heading', { name: 'Ya firmó Luis Rojas' })).toBeVisible()
    await expect(late.getByText(/Tu firma ya no hace falta\./)).toBeVisible()
    await expect(late.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
    await expectAccessible(late)
  }
  await expect.poll(async () => (await contract.api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])
  await anaPage.reload()
  const copy = await downloaded(anaPage, anaPage.getByRole('button', { name: 'Descargar' }))
  if (hasTool('pdfsig')) expect(pdfsig(copy).map(({ validation }) => validation)).toEqual(['Signature is Valid.'])

  await page.reload()
  await expect(page.getByText('Luis Rojas').first()).toBeVisible()
  const certificate = await downloaded(page, page.getByRole('button', { name: 'Certificado de finalización' }))
  if (!hasTool('pdftotext')) return
  const text = textOfPdf(certificate)
  expect(text).toContain('Luis Rojas')
  expect(text).toMatch(/Campo firmado.{0,200}Luis Rojas|Luis Rojas.{0,200}Campo firmado/)
})

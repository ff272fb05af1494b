import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { linkIn, mailTo } from '../harness/outbox.ts'
import { addAlternates, addWithoutField, openMailedLink, PHONE, textOfPdf } from '../harness/participants.ts'
import { downloaded, type Guest } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

test('an approver, a signer, a reader on a phone and a copy: each gets a mail in time, and the certificate names all', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'participantes')
  const at = (name: string) => ({ email: `${name}@participantes.example` })
  const ana: Guest = { name: 'Ana Mora', ...at('ana') }
  const eva: Guest = { name: 'Eva Ruiz', ...at('eva') }
  const luis: Guest = { name: 'Luis Soto', ...at('luis') }
  const rita: Guest = { name: 'Rita Vega', ...at('rita') }
  await contract.api.addField(contract.file, ana)
  const editor = await contract.open(page)
  await addWithoutField(editor, /^Visto bueno/, eva)
  await addWithoutField(editor, /^Lectura/, luis)
  await addWithoutField(editor, /^Copia/, rita)
  const people = editor.getByRole('region', { name: 'Sin firma' })
  await expect(people.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await dialog.getByRole('button', { name: 'Enviar 4 invitaciones' }).click()
  await expect(dialog.getByText('4 de 4')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: ana.name })).toContainText('Espera su turno')
  await expect(dialog.getByRole('listitem').filter({ hasText: rita.name })).toContainText('Programada')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(editor.getByText('Esperamos la respuesta de 2 personas.').first()).toBeVisible()

  const evaPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, eva.email, /visto bueno/)))
  await expect(evaPage.getByText(/te pide tu visto bueno\.$/)).toBeVisible()
  await expect(evaPage.getByRole('button', { name: 'Agregar Firma Digital' })).toHaveCount(0)
  await expectAccessible(evaPage)
  await evaPage.getByRole('button', { name: 'Dar mi visto bueno' }).click()
  await evaPage.getByRole('dialog').getByRole('button', { name: 'Dar mi visto bueno' }).click()
  await expect(evaPage.getByText(/^Diste tu visto bueno el/)).toBeVisible()
  await expectAccessible(evaPage)
  await evaPage.reload()
  await expect(evaPage.getByText(/^Diste tu visto bueno el/)).toBeVisible()

  await signByLink(trazo, linkIn(await mailTo(trazo.dataDir, ana.email, /firma/i)))
  const status = async () => (await contract.api.list()).map((file) => file.status)
  expect(await status()).toEqual(['PROCESSING'])

  const luisPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, luis.email, /leas/)), PHONE)
  await expectAccessible(luisPage)
  await luisPage.getByRole('button', { name: 'Confirmar que lo leí' }).tap()
  await expect(luisPage.getByText(/^Confirmaste que lo leíste el/)).toBeVisible()

  await expect.poll(status).toEqual(['COMPLETED'])
  const ritaPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, rita.email, /copia/)), PHONE)
  await expect(ritaPage.getByText(/te envía una copia de este documento\.$/)).toBeVisible()
  const copy = await downloaded(ritaPage, ritaPage.getByRole('button', { name: 'Descargar' }))
  const [signed] = await contract.api.list()
  expect(signed && copy.equals(await contract.api.download(signed))).toBe(true)
  if (hasTool('pdfsig')) expect(pdfsig(copy).map(({ validation }) => validation)).toEqual(['Signature is Valid.'])

  await page.reload()
  const certificate = await downloaded(page, page.getByRole('button', { name: 'Certificado de finalización' }))
  if (hasTool('pdftotext')) for (const { name } of [ana, eva, luis]) expect(textOfPdf(certificate)).toContain(name)
})

test('an approver rejects: the owner reads the reason, and the signer’s link ends', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'rechazado')
  const ana: Guest = { name: 'Ana Mora', email: 'ana@rechazado.example' }
  const eva: Guest = { name: 'Eva Ruiz', email: 'eva@rechazado.example' }
  await contract.api.addField(contract.file, ana)
  const editor = await contract.open(page)
  await addWithoutField(editor, /^Visto bueno/, eva)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await expect(dialog.getByText('2 de 2')).toBeVisible()

  const evaPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, eva.email, /visto bueno/)))
  await evaPage.getByRole('button', { name: 'Rechazar el documento' }).click()
  await evaPage.getByLabel('Motivo').fill('Falta el anexo 2.')
  await expectAccessible(evaPage)
  await evaPage.getByRole('button', { name: 'Rechazar y cancelar el documento' }).click()
  await expect(evaPage.getByRole('heading', { name: 'Listo: rechazaste este documento' })).toBeVisible()
  expect((await contract.api.list()).map(({ status }) => status)).toEqual(['CANCELLED'])
  await evaPage.reload()
  await expect(evaPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(evaPage.locator('main canvas')).toHaveCount(0)
})

test('an approver, two parallel signers of whom one has an alternate, and a copy: the certificate names who acted', async ({
  page,
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'juntos')
  const person = (name: string): Guest => ({ name, email: `${name.split(' ')[0]?.toLowerCase()}@juntos.example` })
  const [ana, luis, bea, eva, rita] = ['Ana Mora', 'Luis Rojas', 'Bea Castro', 'Eva Ruiz', 'Rita Vega'].map(person)
  if (!ana || !luis || !bea || !eva || !rita) throw new Error('five people')
  await contract.api.addField(contract.file, ana)
  await contract.api.addField(contract.file, bea, { at: [0.55, 0.6, 0.35, 0.08] })
  const editor = await contract.open(page)
  await addAlternates(editor, ana, [luis])
  await addWithoutField(editor, /^Visto bueno/, eva)
  await addWithoutField(editor, /^Copia/, rita)
  await editor.getByRole('button', { name: 'Invitar a Trazo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invitar a Trazo' })
  await dialog.getByRole('button', { name: /^Enviar \d+ invitaciones$/ }).click()
  await expect(dialog.getByRole('button', { name: 'Listo' })).toBeVisible()

  const evaPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, eva.email, /visto bueno/)), PHONE)
  await evaPage.getByRole('button', { name: 'Dar mi visto bueno' }).tap()
  await evaPage.getByRole('dialog').getByRole('button', { name: 'Dar mi visto bueno' }).tap()
  await expect(evaPage.getByText(/^Diste tu visto bueno el/)).toBeVisible()

  const linkOf = async ({ email }: Guest) => linkIn(await mailTo(trazo.dataDir, email, /firma/i))
  // Both had waited for the approval; neither waits for the other.
  const anaPage = await openMailedLink(browser, await linkOf(ana), PHONE)
  await signByLink(trazo, await linkOf(luis))
  await anaPage.reload()
  await expect(anaPage.getByRole('heading', { name: 'Ya firmó Luis Rojas' })).toBeVisible()
  await signByLink(trazo, await linkOf(bea))

  await expect.poll(async () => (await contract.api.list()).map(({ status }) => status)).toEqual(['COMPLETED'])
  const ritaPage = await openMailedLink(browser, linkIn(await mailTo(trazo.dataDir, rita.email, /copia/)), PHONE)
  const copy = await downloaded(ritaPage, ritaPage.getByRole('button', { name: 'Descargar' }))
  const valid = ['Signature is Valid.', 'Signature is Valid.']
  if (hasTool('pdfsig')) expect(pdfsig(copy).map(({ validation }) => validation)).toEqual(valid)

  await page.reload()
  const certificate = await downloaded(page, page.getByRole('button', { name: 'Certificado de finalización' }))
  if (!hasTool('pdftotext')) return
  for (const { name } of [luis, bea, eva]) expect(textOfPdf(certificate)).toContain(name)
})

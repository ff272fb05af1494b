import { execFileSync } from 'node:child_process'
import { BY_PUBLIC_LINK, href } from 'shared/contract'
import { rewriteWithMutool, signWithMutool, signWithPdfsig } from '../../pdf/src/testing/node/own-programs.ts'
import { expectAccessible } from '../harness/axe.ts'
import { aContract } from '../harness/editor.ts'
import { chooseExternalSigner, downloadCopy, uploadCopy } from '../harness/external-signer.ts'
import { addFormField } from '../harness/form-fields.ts'
import {
  drawingOf,
  identificationOf,
  identify,
  openDocument,
  reviewOf,
  screens,
  thanksOf,
} from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const textOf = (pdf: Uint8Array): string => execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' })

const DOWNLOAD = 'Descargar para firmar'

const withDamagedSignature = (signed: Uint8Array, from: number): Uint8Array => {
  const copy = Buffer.from(signed)
  const at = copy.indexOf('/M(D:', from)
  copy.write('/M(D:1', at, 'latin1')
  return copy
}

test.beforeEach(() => test.skip(!hasTool('mutool') || !hasTool('pdfsig'), 'mutool and pdfsig are not installed'))

test('two guests sign with their own programs after refusals, and both signatures are valid', async ({
  browser,
  trazo,
}) => {
  const contract = await aContract(trazo, 'programa-propio')
  const people = ['Ana Mora', 'Luis Vargas'].map((name, index) => ({
    name,
    email: `persona${index}@${contract.file.id}.example`,
  }))
  const invited = await Promise.all(
    people.map(async (person, index) => {
      const page = await (await browser.newContext({ locale: 'es-CR', ...screens[index]?.use })).newPage()
      const fieldId = await contract.api.addField(contract.file, person, { page: index + 1 })
      return { page, person, fieldId }
    }),
  )
  const open = async ({ page, person, fieldId }: (typeof invited)[number]) =>
    chooseExternalSigner(page, await contract.api.invite(contract.file, fieldId, person))
  const [ana, luis] = invited
  if (!ana || !luis) throw new Error('two people sign')

  const anas = await open(ana)
  await expectAccessible(ana.page)
  const anasCopy = await downloadCopy(ana.page, anas, DOWNLOAD)
  await expect(anas).toContainText('Se descargó.')
  const refused = async (bytes: Uint8Array, text: string): Promise<void> => {
    await uploadCopy(anas, bytes)
    await expect(anas.getByRole('alert')).toContainText(text)
  }
  const signed = signWithMutool(anasCopy, `trazo-${ana.fieldId}`)
  const refusals: readonly (readonly [Uint8Array, string])[] = [
    [Buffer.from('hola'), 'no es un PDF'],
    [makePdf([{ text: 'Otro' }]), 'es de otro documento'],
    [anasCopy, 'no tiene tu firma'],
    [rewriteWithMutool(signed), 'guardó el documento de otra forma'],
    [withDamagedSignature(signed, anasCopy.length), 'La firma de la copia no es válida'],
    [signWithMutool(anasCopy, `trazo-${luis.fieldId}`), 'en el espacio de otra persona'],
    [signWithPdfsig(signed), 'más de una firma nueva'],
    [Buffer.concat([signed, Buffer.from('más')]), 'otros cambios además de tu firma'],
  ]
  for (const [bytes, text] of refusals) await refused(bytes, text)
  await expectAccessible(ana.page)

  const luiss = await open(luis)
  const luissCopy = await downloadCopy(luis.page, luiss, DOWNLOAD)
  await uploadCopy(luiss, signWithPdfsig(luissCopy))
  await expect(thanksOf(luis.page)).toBeVisible()
  await expect(thanksOf(luis.page)).toContainText('Con programa propio.')

  // Ana's copy is now outdated: warns before the upload, which is not sent.
  await ana.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(anas.getByRole('alert')).toContainText('El documento siguió adelante')
  await refused(signed, 'El documento siguió adelante')
  const newCopy = await downloadCopy(ana.page, anas, 'Descargar la versión nueva')
  await uploadCopy(anas, signWithMutool(newCopy, `trazo-${ana.fieldId}`))
  await expect(thanksOf(ana.page)).toBeVisible()

  const final = await contract.api.download(contract.file)
  // The second field stays empty: pdfsig added its own.
  const found = pdfsig(final).filter(({ validation }) => validation !== '')
  expect(found.map(({ validation }) => validation)).toEqual(['Signature is Valid.', 'Signature is Valid.'])
})

test('the owner fills in a form field and signs with a program of their own', async ({ page, trazo }) => {
  await page.clock.install()
  const contract = await aContract(trazo, 'programa-duena')
  const self = { name: 'Mariela Solís', email: 'mariela@programa.example' }
  const fieldId = await contract.api.addField(contract.file, self, { own: true })
  const rule = { kind: 'text', max_length: 100, multiline: false } as const
  await addFormField(contract, trazo.url, { fieldId, label: 'Sede', y: 0.6, rule })
  await contract.open(page)
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  const form = page.getByRole('dialog', { name: 'Llena antes de firmar' })
  await form.getByRole('textbox', { name: 'Sede' }).fill('Heredia')
  await form.getByRole('button', { name: 'Continuar a firmar' }).click()
  await page
    .getByRole('dialog', { name: 'Revisa dónde va tu firma' })
    .getByRole('button', { name: 'Continuar' })
    .click()
  await page.getByRole('button', { name: 'Firmar con mi propio programa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Firmar con mi propio programa' })
  await expectAccessible(page)
  const copy = await downloadCopy(page, dialog, DOWNLOAD)
  await uploadCopy(dialog, signWithMutool(copy, `trazo-${fieldId}`))
  const end = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(end).toContainText('Con programa propio.')
  await end.getByRole('button', { name: 'Finalizar' }).click()
  const signed = await contract.api.download(contract.file)
  expect(pdfsig(signed)[0]?.validation).toBe('Signature is Valid.')
  expect(textOf(signed)).toContain('Heredia')
})

test('a guest of a public link declares an identity and signs with a program of their own', async ({ page, trazo }) => {
  const { file, api } = await aContract(trazo, 'programa-publico')
  await api.share(file)
  await openDocument(page, href.sign(file.id, file.original_filename))
  await page.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  await drawingOf(page).getByRole('button', { name: 'Firmar con mi propio programa' }).click()
  const identification = identificationOf(page)
  await expect(identification).toContainText('tienes 15 minutos')
  await expectAccessible(page)
  await identify(page)
  const dialog = page.getByRole('dialog', { name: 'Firmar con mi propio programa' })
  const copy = await downloadCopy(page, dialog, DOWNLOAD)
  await uploadCopy(dialog, signWithPdfsig(copy))
  await expect(thanksOf(page)).toContainText('Con programa propio.')
  await expect(thanksOf(page)).toContainText(BY_PUBLIC_LINK)
  const found = pdfsig(await api.download(file)).filter(({ validation }) => validation !== '')
  expect(found.map(({ validation }) => validation)).toEqual(['Signature is Valid.'])
})

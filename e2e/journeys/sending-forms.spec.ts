import { execFileSync } from 'node:child_process'
import { scaled } from 'shared/testing/limits'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { addFormField } from '../harness/form-fields.ts'
import { drawingOf, identify, reviewOf } from '../harness/guest-flow.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { openMailedLink, PHONE } from '../harness/participants.ts'
import { drawSignature, ownerNamed } from '../harness/people.ts'
import { expectStatuses, sendTogether } from '../harness/sendings.ts'
import { hasTool, pdfsig, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const textOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })

test('two documents, one with a form: the page leads to the missing value, and one act on a phone signs both', async ({
  browser,
  trazo,
}) => {
  const api = await ownerApi(trazo, ownerNamed('envio-con-datos'))
  const ana = { name: 'Ana Mora', email: 'ana@envio-con-datos.example' }
  const contract = await api.upload('Contrato.pdf', makePdf([{ text: 'Contrato' }]))
  const inventory = await api.upload('Inventario.pdf', makePdf([{ text: 'Inventario' }]))
  await sendTogether(trazo, api, [contract, inventory])
  const first = await api.addField(contract, ana)
  const rule = { kind: 'text', max_length: 60, multiline: false } as const
  const city = { fieldId: await api.addField(inventory, ana), label: 'Ciudad', y: 0.3, rule }
  await addFormField({ api, file: inventory }, trazo.url, city)

  const link = await api.invite(contract, first, ana)
  const page = await openMailedLink(browser, link, { locale: 'es-CR', reducedMotion: 'reduce', ...PHONE })
  await expect(page.getByText('Te falta leer:')).toContainText('Inventario.pdf')
  await page.getByRole('link', { name: 'Siguiente documento' }).click()
  await expect(page.getByRole('heading', { name: 'Inventario.pdf' })).toBeFocused()
  const form = page.getByRole('region', { name: 'Llena antes de firmar' })
  await expect(form).toContainText('Falta 1 campo por llenar.')
  await expectAccessible(page)

  await page.getByText('0 de 2 firmados').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Contrato.pdf' }).click()
  await expect(page.getByText('Faltan datos en:')).toContainText('Inventario.pdf')
  await expect(page.getByRole('button', { name: 'Firmar los 2 documentos' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Completar los datos' }).click()
  await form.getByRole('button', { name: 'Siguiente campo (queda 1)' }).click()
  const plain = page.getByRole('dialog', { name: 'Llena antes de firmar' })
  await plain.getByLabel('Ciudad').fill('Heredia, Ñandú')
  await plain.getByRole('button', { name: 'Listo' }).click()
  await expect(form).toContainText('Todo está lleno: ya puedes firmar.')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Firmar los 2 documentos' }).click()
  await reviewOf(page).getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(page)
  await drawingOf(page).getByRole('button', { name: 'Continuar' }).click()
  await expectAccessible(page)
  await identify(page)
  await expect(page.getByRole('dialog', { name: '2 documentos firmados digitalmente con éxito' })).toBeVisible({
    timeout: scaled(60_000),
  })
  await expectAccessible(page)
  await expectStatuses(api, [contract, inventory], ['COMPLETED', 'COMPLETED'])
  for (const file of [contract, inventory]) {
    const signed = await api.download(file)
    expect(qpdfCheck(signed)).toBeUndefined()
    if (hasTool('pdfsig'))
      expect(pdfsig(signed)).toMatchObject([{ signer: ana.name, validation: 'Signature is Valid.' }])
    if (hasTool('pdftotext')) expect(textOf(signed).includes('Heredia, Ñandú')).toBe(file === inventory)
  }
})

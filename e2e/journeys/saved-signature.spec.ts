import type { Locator, Page } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import { addSavedSignatureCall, listSavedSignaturesCall, type SavedSignature } from 'shared/contract/annotations'
import * as v from 'valibot'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { drawSignature, enter, fieldOf, type Owner, ownerNamed } from '../harness/people.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const PHONE = { width: 390, height: 844 }
const LIST = 'Usar mi firma guardada'
const KEEP = 'Guardar esta firma para la próxima vez'
const nameOf = ({ firstName, lastName }: Owner) => `${firstName} ${lastName}`

const openDialog = async (page: Page, field: Locator): Promise<Locator> => {
  await field.dblclick()
  const dialog = page.getByRole('dialog', { name: 'Firma digital' })
  await expect(dialog).toBeVisible()
  return dialog
}

const sign = async (page: Page, dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: 'Firmar documento' }).click()
  const signed = page.getByRole('dialog', { name: 'Documento firmado digitalmente con éxito' })
  await expect(signed).toBeVisible()
  await signed.getByRole('button', { name: 'Finalizar' }).click()
}

const signWithSaved = async (page: Page, field: Locator, name: string): Promise<void> => {
  const dialog = await openDialog(page, field)
  await dialog.getByRole('button', { name: `Usar mi firma guardada «${name}»` }).click()
  await expect(dialog.getByRole('img', { name: 'Tu firma, como se verá en el documento' })).toBeVisible()
  await expect(dialog.getByLabel(KEEP)).toBeHidden()
  await expectAccessible(page)
  await sign(page, dialog)
}

const savedOf = async ({ url }: Trazo, token: string) => {
  const answer = await fetch(`${url}${listSavedSignaturesCall.path}`, { headers: { Authorization: `Bearer ${token}` } })
  return v.parse(listSavedSignaturesCall.reply, await answer.json())
}

/** Field ids are made of the email. */
const addOwnFields = async (api: OwnerApi, file: UserFile, name: string): Promise<void> => {
  for (const [index, top] of [0.2, 0.4, 0.6].entries())
    await api.addField(file, { name, email: `campo${index}@firma.example` }, { own: true, at: [0.1, top, 0.4, 0.08] })
}

const keepAlso = async ({ url }: Trazo, token: string, { way, name, outlines }: SavedSignature): Promise<void> => {
  await fetch(`${url}${addSavedSignatureCall.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ way, name, outlines }),
  })
}

test('the owner saves, uses and removes a signature, and an invited user is offered only their own', async ({
  page,
  trazo,
}) => {
  const [owner, ana] = [ownerNamed('firma-guardada'), { ...ownerNamed('ana-con-cuenta'), firstName: 'Ana' }]
  const name = nameOf(owner)
  const [api, { token: tokenOfAna }] = [await ownerApi(trazo, owner), await ownerApi(trazo, ana)]
  const contract = await contractOf(trazo, api, 'Contrato.pdf', threePages, (opened) => enter(opened, owner))
  await addOwnFields(api, contract.file, name)
  const editor = await contract.open(page)
  const toSign = editor.getByRole('button', { name: new RegExp(`^${name}, .+, (guardado|por firmar)$`) }).first()

  const dialog = await openDialog(page, toSign)
  await drawSignature(page)
  await dialog.getByLabel(KEEP).check()
  await sign(page, dialog)
  await expect.poll(async () => (await savedOf(trazo, api.token)).map((saved) => saved.name)).toEqual([name])
  const [saved] = await savedOf(trazo, api.token)
  if (saved) await keepAlso(trazo, tokenOfAna, { ...saved, name: 'Firma de Ana' })

  const guest = { name: nameOf(ana), email: ana.email }
  const file = await api.upload('Recibo.pdf', makePdf(threePages))
  const link = await api.invite(file, await api.addField(file, guest, { at: [0.1, 0.2, 0.4, 0.08] }), guest)
  const fieldOfAna = fieldOf(page.locator('main'), guest)

  // Until then the signed field is the first one to sign.
  await expect(editor.getByRole('button', { name: new RegExp(`^${name}, .+, firmado$`) })).toHaveCount(1)
  await page.setViewportSize(PHONE)
  // The second click must find the field where the first one did.
  const widthOfPage = async () => (await editor.locator('canvas').first().boundingBox())?.width
  await expect.poll(widthOfPage).toBeLessThan(PHONE.width)
  await signWithSaved(page, toSign, name)
  await page.goto(link)
  const notOffered = await openDialog(page, fieldOfAna)
  await drawSignature(page)
  await expect(notOffered.getByRole('list', { name: LIST })).toBeHidden()
  await expect(notOffered.getByLabel(KEEP)).toBeHidden()

  await enter(page, owner)
  await page.getByRole('button', { name: contract.filename, exact: true }).click()
  const again = await openDialog(page, toSign)
  await again.getByRole('button', { name: `Eliminar la firma guardada «${name}»` }).click()
  await expect(again.getByRole('list', { name: LIST })).toBeHidden()
  await expect(page.getByText(/ya no está guardada/)).toBeVisible()
  expect(await page.locator('.toaster').evaluate((toaster) => toaster.matches(':popover-open'))).toBe(true)
  expect(await savedOf(trazo, api.token)).toEqual([])
  expect((await contract.fields()).filter(({ is_signed }) => is_signed)).toHaveLength(2)

  await enter(page, ana)
  await page.goto(link)
  await signWithSaved(page, fieldOfAna, 'Firma de Ana')
})

import type { Page } from 'playwright/test'
import { aContract } from '../harness/editor.ts'
import { beginToSign, drawingOf, identifyAndConfirm, thanksOf } from '../harness/guest-flow.ts'
import { downloaded, enter, ownerNamed } from '../harness/people.ts'
import { makeRelease, release, replacing } from '../harness/releases.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'

const SIGNED_TAB = 'Documentos Firmados'
const CHANGED = 'Documentos ya firmados'

const newTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  return tab
}

const expectTab = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
}

const finishSigning = async (guest: Page, name: string): Promise<void> => {
  await drawingOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await identifyAndConfirm(guest)
  const signed = await downloaded(guest, thanksOf(guest).getByRole('button', { name: 'Descargar' }))
  expect(signed.subarray(0, 5).toString()).toBe('%PDF-')
  if (!hasTool('pdfsig')) test.info().annotations.push({ type: 'check skipped', description: 'pdfsig' })
  else expect(pdfsig(signed)).toMatchObject([{ signer: name, validation: 'Signature is Valid.', wholeDocument: true }])
}

test('mf-documents is released and rolled back while a guest signs and another tab stays open', async ({
  browser,
  page,
  trazo,
}, info) => {
  const contract = await aContract(trazo, 'publica')
  const ana = { name: 'Ana Mora', email: 'ana@publica.example' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  await enter(page, ownerNamed('publica'))
  await expectTab(page, SIGNED_TAB)
  const guest = await beginToSign(browser, link)

  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.0.0-otra', replacing(SIGNED_TAB, CHANGED))
  expect(await release(trazo, 'mf_documents', '--from', root)).toContain('9.0.0-otra está en vivo')
  await expectTab(await newTab(page), CHANGED)

  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Subir Documento' })).toBeVisible()
  await page.getByRole('tab', { name: 'Mis Documentos' }).click()
  await page.getByRole('button', { name: contract.filename, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Documento: ${contract.filename}` })
  await expect(editor.locator('canvas')).toBeVisible()
  await editor.getByRole('button', { name: 'Cerrar' }).click()
  await expectTab(page, SIGNED_TAB)

  expect(await release(trazo, 'mf_documents', '--to', 'previous')).toMatch(/ está en vivo\.\n$/)
  await expectTab(await newTab(page), SIGNED_TAB)
  await finishSigning(guest, ana.name)
  await guest.context().close()
})

test('a canary release runs only in its share of tabs and ends when the canary ends', async ({ page, trazo }, info) => {
  await aContract(trazo, 'prueba')
  await enter(page, ownerNamed('prueba'))
  await expectTab(page, SIGNED_TAB)
  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.1.0-prueba', replacing(SIGNED_TAB, CHANGED))
  expect(await release(trazo, 'mf_documents', '--from', root, '--canary', '40')).toContain(
    '9.1.0-prueba se prueba en el 40 % de las pestañas',
  )

  const tabOf = async (dice: number): Promise<Page> => {
    const tab = await page.context().newPage()
    await tab.addInitScript((number) => sessionStorage.setItem('trazo.mf.dice', String(number)), dice)
    await tab.goto('/dashboard')
    return tab
  }
  const trying = await tabOf(39)
  await expectTab(trying, CHANGED)
  await expectTab(await tabOf(40), SIGNED_TAB)

  expect(await release(trazo, 'mf_documents', '--canary', '0')).toContain('terminó la prueba de 9.1.0-prueba')
  await trying.reload()
  await expectTab(trying, SIGNED_TAB)
})

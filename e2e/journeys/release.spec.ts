import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright/test'
import { inWorkspace } from '../../scripts/workspace.ts'
import { aContract } from '../harness/editor.ts'
import { drawingOf, identifyAndConfirm, openDocument, reviewOf, thanksOf } from '../harness/guest-flow.ts'
import { downloaded, drawSignature, enter, ownerNamed } from '../harness/people.ts'
import { makeRelease, replacing } from '../harness/releases.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const LEAD = 'Tus documentos y las firmas que esperan.'
const CHANGED = 'Tus documentos y las firmas que faltan.'

const run = promisify(execFile)

const release = async ({ dataDir }: Trazo, ...args: readonly string[]): Promise<string> => {
  const command = [inWorkspace('scripts', 'release', 'main.ts'), 'mf-documents', ...args, '--data-dir', dataDir]
  const { stdout } = await run(process.execPath, command)
  return stdout
}

const newTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  return tab
}

const expectLead = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
}

const beginToSign = async (browser: Browser, link: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'es-CR' })
  const guest = await context.newPage()
  await openDocument(guest, link)
  await guest.getByRole('button', { name: 'Agregar Firma Digital' }).click()
  await reviewOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await drawSignature(guest)
  return guest
}

const finishSigning = async (guest: Page, name: string): Promise<void> => {
  await drawingOf(guest).getByRole('button', { name: 'Continuar' }).click()
  await identifyAndConfirm(guest)
  const signed = await downloaded(guest, thanksOf(guest).getByRole('button', { name: 'Descargar documento firmado' }))
  expect(signed.subarray(0, 5).toString()).toBe('%PDF-')
  if (!hasTool('pdfsig')) test.info().annotations.push({ type: 'check skipped', description: 'pdfsig' })
  else expect(pdfsig(signed)).toMatchObject([{ signer: name, validation: 'Signature is Valid.', wholeDocument: true }])
}

test('a release of mf-documents and its roll-back, while a guest signs and another tab stays open', async ({
  browser,
  page,
  trazo,
}, info) => {
  const contract = await aContract(trazo, 'publica')
  const ana = { name: 'Ana Mora', email: 'ana@publica.example' }
  const link = await contract.api.invite(contract.file, await contract.api.addField(contract.file, ana), ana)
  await enter(page, ownerNamed('publica'))
  await expectLead(page, LEAD)
  const guest = await beginToSign(browser, link)

  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.0.0-otra', replacing(LEAD, CHANGED))
  expect(await release(trazo, '--from', root)).toContain('9.0.0-otra está en vivo')
  await expectLead(await newTab(page), CHANGED)

  // An open tab keeps the old release.
  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Subir Documento' })).toBeVisible()
  await page.getByRole('tab', { name: 'Mis Documentos' }).click()
  await page.getByRole('button', { name: contract.filename, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Documento: ${contract.filename}` })
  await expect(editor.locator('canvas')).toBeVisible()
  await editor.getByRole('button', { name: 'Cerrar' }).click()
  await expectLead(page, LEAD)

  expect(await release(trazo, '--to', 'previous')).toMatch(/está en vivo; de respaldo queda 9\.0\.0-otra/)
  await expectLead(await newTab(page), LEAD)
  await finishSigning(guest, ana.name)
  await guest.context().close()
})

test('a release that is tried out: the tabs of its share have it, the others and all after it do not', async ({
  page,
  trazo,
}, info) => {
  await aContract(trazo, 'prueba')
  await enter(page, ownerNamed('prueba'))
  await expectLead(page, LEAD)
  const root = info.outputPath('mf-documents')
  await makeRelease(root, 'mf_documents', '9.1.0-prueba', replacing(LEAD, CHANGED))
  expect(await release(trazo, '--from', root, '--canary', '40')).toContain(
    '9.1.0-prueba se prueba en el 40 % de las pestañas',
  )

  const tabOf = async (dice: number): Promise<Page> => {
    const tab = await page.context().newPage()
    await tab.addInitScript((number) => sessionStorage.setItem('trazo.mf.dice', String(number)), dice)
    await tab.goto('/dashboard')
    return tab
  }
  const trying = await tabOf(39)
  await expectLead(trying, CHANGED)
  await expectLead(await tabOf(40), LEAD)

  expect(await release(trazo, '--canary', '0')).toContain('terminó la prueba de 9.1.0-prueba')
  await trying.reload()
  await expectLead(trying, LEAD)
})

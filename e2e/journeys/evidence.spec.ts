import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { readStoredZip } from '../../api/offline-verifier/read-zip.ts'
import { ownerApi } from '../harness/api.ts'
import { expectAccessible } from '../harness/axe.ts'
import { makePdf } from '../harness/make-pdf.ts'
import {
  downloaded,
  enter,
  type Guest,
  openDocumentMenu,
  openEditor,
  ownerNamed,
  signAsGuest,
} from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { hasTool, qpdfCheck } from '../harness/signature-checks.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

const filename = 'Convenio.pdf'
const guests: readonly [Guest, Guest] = [
  { name: 'Ana Mora Ñúñez', email: 'ana@evidencia.example' },
  { name: '李明 Łukasz', email: 'li@evidencia.example' },
]

const signedByTwo = async (browser: Browser, trazo: Trazo) => {
  const owner = ownerNamed('evidencia')
  const api = await ownerApi(trazo, owner)
  const file = await api.upload(filename, makePdf([{ text: 'Convenio de prueba' }, { text: 'Segunda página' }]))
  const fields: number[] = []
  for (const [index, guest] of guests.entries()) fields.push(await api.addField(file, guest, { page: index + 1 }))
  const [byApi, inBrowser] = guests
  await signByLink(trazo, await api.invite(file, fields[0] ?? 0, byApi))
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await api.invite(file, fields[1] ?? 0, inBrowser))
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await signAsGuest(page, inBrowser)
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await context.close()
  const [signed] = await api.list()
  if (signed === undefined) throw new Error('the owner has no document')
  return { owner, api, signed }
}

const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/ +/g, ' ')

const unpack = (bundle: Buffer, folder: string): Map<string, Buffer> => {
  mkdirSync(folder, { recursive: true })
  const files = new Map(readStoredZip(new Uint8Array(bundle)).map(({ name, bytes }) => [name, Buffer.from(bytes)]))
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  writeFileSync(join(folder, 'evidencia.zip'), bundle)
  return files
}

const openVerifier = async (browser: Browser, folder: string) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && asked.push(message.text()))
  const address = `file://${join(folder, 'verificar.html')}`
  await page.goto(address)
  const check = async (...names: readonly string[]): Promise<void> => {
    await page.locator('#files').setInputFiles(names.map((name) => join(folder, name)))
    await expect(page.locator('#verdict h2')).toBeVisible()
  }
  return { page, check, asked: () => asked.filter((each) => each !== address), close: () => context.close() }
}

const flip = (folder: string, from: string, to: string, at: number): void => {
  const bytes = readFileSync(join(folder, from))
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(join(folder, to), bytes)
}

const verdict = (page: Page) => page.getByRole('heading', { level: 2 })

test('the owner downloads the evidence of a completed document, which verifies offline and detects changes', async ({
  browser,
  page,
  trazo,
}) => {
  const { owner, api, signed } = await signedByTwo(browser, trazo)
  expect(signed.status).toBe('COMPLETED')
  await enter(page, owner)
  const menu = await openDocumentMenu(page, filename)
  const certificate = await downloaded(page, menu.getByRole('button', { name: /^Certificado de finalización/ }))
  await openDocumentMenu(page, filename)
  const bundle = await downloaded(page, menu.getByRole('button', { name: /^Descargar evidencia/ }))

  const final = await api.download(signed)
  const folder = mkdtempSync(join(tmpdir(), 'trazo-evidence-'))
  try {
    const files = unpack(bundle, folder)
    expect(files.get('documento.pdf')?.equals(final)).toBe(true)
    expect(files.get('certificado-de-finalizacion.pdf')?.equals(certificate)).toBe(true)
    if (hasTool('pdftotext')) {
      const text = textOf(certificate)
      for (const guest of guests) expect(text).toContain(guest.name)
      expect(text).toContain(signed.sha256)
      expect(text).toContain('El firmante tuvo el documento a la vista')
      expect(textOf(final)).toContain('李明 Łukasz')
    }
    if (hasTool('qpdf')) expect(qpdfCheck(certificate)).toBeUndefined()

    const verifier = await openVerifier(browser, folder)
    await verifier.check('evidencia.zip')
    await expect(verdict(verifier.page)).toHaveText('Evidencia válida')
    for (const colorScheme of ['light', 'dark'] as const) {
      await verifier.page.emulateMedia({ colorScheme })
      await expectAccessible(verifier.page)
    }
    await verifier.check('documento.pdf', 'registro.jsonl', 'cabeza.json')
    await expect(verdict(verifier.page)).toHaveText('Evidencia válida')
    await expect(verifier.page.getByText('El registro es el que se selló con el documento.')).toBeVisible()

    const inLog = /^(Nota\.)? ?El sello está en el registro público, sin testigos independientes/
    await verifier.check('documento.pdf', 'registro.jsonl', 'cabeza.json', 'sellos.tlog-proof')
    await expect(verdict(verifier.page)).toHaveText('Evidencia válida')
    await expect(verifier.page.getByText(inLog)).toBeVisible()
    const proof = files.get('sellos.tlog-proof')?.toString('utf8') ?? ''
    writeFileSync(join(folder, 'otra.tlog-proof'), proof.replace(/^index \d+$/m, 'index 999999'))
    await verifier.check('documento.pdf', 'registro.jsonl', 'cabeza.json', 'otra.tlog-proof')
    await expect(verdict(verifier.page)).toHaveText('La evidencia fue alterada')

    const log = files.get('registro.jsonl')?.toString('utf8') ?? ''
    flip(folder, 'registro.jsonl', 'cambiado.jsonl', log.indexOf('"happened_at":') + 20)
    await verifier.check('documento.pdf', 'cambiado.jsonl', 'cabeza.json')
    await expect(verdict(verifier.page)).toHaveText('La evidencia fue alterada')
    await expect(verifier.page.getByText('La entrada 1 fue alterada')).toBeVisible()

    flip(folder, 'documento.pdf', 'cambiado.pdf', 120)
    await verifier.check('cambiado.pdf', 'registro.jsonl')
    await expect(verdict(verifier.page)).toHaveText('La evidencia fue alterada')
    await expect(verifier.page.getByText('el archivo fue alterado.')).toBeVisible()
    expect(verifier.asked()).toEqual([])
    await verifier.close()

    await test.step('the page for verifying reads the proof, too', async () => {
      await page.goto('/verify')
      await page.locator('input[type=file]').setInputFiles(join(folder, 'documento.pdf'))
      await page.getByText('¿Tienes su prueba del registro público de sellos?').click()
      const proofs = page.getByLabel(/sellos\.tlog-proof/)
      await proofs.setInputFiles(join(folder, 'sellos.tlog-proof'))
      await expect(page.getByText(inLog)).toBeVisible()
      await expectAccessible(page)
      await proofs.setInputFiles(join(folder, 'otra.tlog-proof'))
      await expect(page.getByText('La prueba no muestra que el registro público')).toBeVisible()
      await page.goto('/dashboard')
    })
  } finally {
    rmSync(folder, { recursive: true })
  }

  await test.step('the editor offers the same certificate and evidence, on a small screen, too', async () => {
    await openEditor(page, filename)
    const bar = page.getByRole('button', { name: 'Certificado de finalización', exact: true })
    expect((await downloaded(page, bar)).equals(certificate)).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    const again = await downloaded(page, page.getByRole('button', { name: 'Descargar evidencia', exact: true }))
    expect(again.equals(bundle)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

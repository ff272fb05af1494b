import type { Page } from 'playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { bringFile, type LocalFile, pdfFile, ways } from '../harness/bring-file.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { card, leaveEditor } from '../harness/people.ts'
import { inkOf, watchRequests } from '../harness/picture.ts'
import { realPdf } from '../harness/real-pdf.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect, test } from '../harness/trazo.ts'
import {
  contract,
  describeFile,
  enterUpload,
  expectKept,
  isUpload,
  noPreview,
  preview,
  submitButton,
} from '../harness/upload-form.ts'

const PHONE = { width: 390, height: 844 }
const word: LocalFile = { name: 'Contrato.doc', mimeType: 'application/msword', bytes: Buffer.from('no es un PDF') }
const docx: LocalFile = {
  name: 'Contrato.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  bytes: Buffer.from('PK'),
}

const watchSigning = (page: Page): string[] => watchRequests(page, /^\/(r\/mf_signing|pdfjs)\//)

test("section 5: click, drop and paste upload a PDF and refuse Word files, also for the type 'Documentos'", async ({
  page,
  trazo,
}) => {
  await enterUpload(page, trazo, 'subidas')
  await page.getByLabel('Tipo de documento').selectOption({ label: 'Documentos (.doc, .docx; hasta 10 MB)' })
  await expect(page.getByText('Clasifica el documento; el archivo siempre es un PDF.')).toBeVisible()
  await expect(page.getByText('Solo archivos PDF, hasta 10 MB.')).toBeVisible()
  for (const way of ways) {
    for (const file of [word, docx]) {
      await bringFile(page, way, file)
      const notice = page.getByRole('alert').filter({ hasText: 'Solo se permiten archivos PDF' })
      await expect(notice).toBeVisible()
      await expect(page.getByRole('tabpanel').getByText('Solo se permiten archivos PDF')).toBeVisible()
      await expect(page.getByText(file.name, { exact: true })).toBeHidden()
      await notice.getByRole('button', { name: 'Cerrar notificación' }).click()
      await expect(notice).toBeHidden()
    }
  }
  for (const way of ways) {
    const name = `Contrato por ${way}.pdf`
    await bringFile(page, way, pdfFile(name, contract))
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await submitButton(page).click()
    await leaveEditor(page, name)
    await expect(card(page, name)).toBeVisible()
    await page.getByRole('tab', { name: 'Subir Documento' }).click()
    await expect(page.getByRole('progressbar', { name: `«${name}» está en tus documentos` })).toHaveAttribute(
      'value',
      '100',
    )
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  }
})

test('on a wide screen, the form shows the first page and loads the preview code only for a PDF', async ({
  page,
  trazo,
}) => {
  const { bytes } = realPdf('normal__samples__pdflatex-4-pages.pdf', () =>
    makePdf([1, 2, 3, 4].map((number) => ({ text: `Página ${number}` }))),
  )
  const asked = watchSigning(page)
  await enterUpload(page, trazo, 'vista')
  await expectAccessible(page)
  await describeFile(page)
  await bringFile(page, 'drop', word)
  await expect(page.getByRole('tabpanel').getByText('Solo se permiten archivos PDF')).toBeVisible()
  await expectAccessible(page)
  expect(asked).toEqual([])

  await bringFile(page, 'click', pdfFile('Contrato.pdf', bytes))
  await expect(preview(page, 'Contrato.pdf')).toBeVisible()
  await expect(page.getByText(/MB · 4 páginas$/)).toBeVisible()
  expect((await inkOf(preview(page, 'Contrato.pdf'))).darkPixels).toBeGreaterThan(500)
  expect(asked.some((path) => path.startsWith('/r/mf_signing/'))).toBe(true)
  await expectAccessible(page)

  await bringFile(page, 'drop', pdfFile('Otro.pdf', contract))
  await expect(preview(page, 'Otro.pdf')).toBeVisible()
  await expect(preview(page, 'Contrato.pdf')).toBeHidden()
  await expect(page.getByText(/MB · 3 páginas$/)).toBeVisible()

  await page.setViewportSize({ width: 768, height: 860 })
  await expect(preview(page, 'Otro.pdf')).toBeHidden()
  await page.setViewportSize({ width: 769, height: 860 })
  await expect(preview(page, 'Otro.pdf')).toBeVisible()

  await bringFile(page, 'drop', pdfFile('Ilegible.pdf', Buffer.from('%PDF-1.7\nnada\n')))
  await expect(noPreview(page)).toBeVisible()
  await expectAccessible(page)
})

const devices = [
  { device: 'a narrow window', use: { viewport: PHONE } },
  { device: 'a tablet', use: { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true } },
]

for (const { device, use } of sampleOf(devices, 1)) {
  test.describe(device, () => {
    test.use(use)
    test(`${device} shows no preview and loads no preview code`, async ({ page, trazo }) => {
      const asked = watchSigning(page)
      await enterUpload(page, trazo, device === 'a tablet' ? 'tableta' : 'angosta')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'Contrato.pdf', mimeType: 'application/pdf', buffer: contract })
      await expect(page.getByText('Contrato.pdf', { exact: true })).toBeVisible()
      await expect(preview(page, 'Contrato.pdf')).toBeHidden()
      expect(asked).toEqual([])
      await submitButton(page).click()
      await expect(page.getByText('Archivo subido exitosamente')).toBeVisible()
    })
  })
}

const watchProgress = async (page: Page): Promise<() => Promise<{ value: number; label: string }[]>> => {
  await page.evaluate(() => {
    const seen: { value: number; label: string }[] = []
    Object.assign(window, { seenProgress: seen })
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>('[role=tabpanel] progress')
      const label = bar?.labels[0]?.textContent ?? ''
      const last = seen.at(-1)
      if (bar && (last?.value !== bar.value || last.label !== label)) seen.push({ value: bar.value, label })
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { seenProgress: { value: number; label: string }[] }).seenProgress)
}

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1200,
    uploadThroughput: 250 * 1024,
    downloadThroughput: -1,
  })
}

/** One megabyte, so that the upload takes a while. */
const heavy = makePdf(Array.from({ length: 10 }, (_, page) => ({ text: `Anexo ${page + 1}`, ballast: 100_000 })))

test('sections 4 and 9: a cancelled upload keeps the form, and a new attempt shows progress from 10 to 90', async ({
  page,
  trazo,
}) => {
  await enterUpload(page, trazo, 'cancelada')
  await bringFile(page, 'drop', pdfFile('Anexos.pdf', heavy))
  await expect(preview(page, 'Anexos.pdf')).toBeVisible()
  await describeFile(page)
  await slowDown(page)
  await submitButton(page).click()
  const left = page.waitForEvent('requestfailed', isUpload)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await left
  await expect(page.getByText('Subida cancelada. El archivo y los datos siguen aquí.')).toBeVisible()
  await expect(submitButton(page)).toBeFocused()
  await expectKept(page, 'Anexos.pdf')
  await page.getByRole('tab', { name: 'Mis Documentos' }).click()
  await expect(page.getByText('Aún no tienes documentos')).toBeVisible()

  await page.getByRole('tab', { name: 'Subir Documento' }).click()
  await expectKept(page, 'Anexos.pdf')
  const seen = await watchProgress(page)
  await submitButton(page).click()
  await expect(page.getByRole('button', { name: 'Subiendo…' })).toBeVisible()
  await expect(page.getByLabel('Descripción')).toBeDisabled()
  await expect(page.getByText('Archivo subido exitosamente')).toBeVisible()

  const steps = await seen()
  expect(steps[0]).toEqual({ value: 10, label: 'Subiendo el documento…' })
  const sending = steps.filter(({ label }) => label === 'Subiendo el documento…')
  expect(sending.filter(({ value }) => value > 10 && value < 90).length).toBeGreaterThan(2)
  const checking = steps.filter(({ label }) => label === 'Revisando el documento…')
  expect(checking.length).toBeGreaterThan(0)
  const before = [...sending, ...checking].map(({ value }) => value)
  expect(before).toEqual(before.toSorted((a, b) => a - b))
  expect(before.at(-1)).toBeLessThanOrEqual(90)

  await leaveEditor(page, 'Anexos.pdf')
  await expect(card(page, 'Anexos.pdf')).toContainText('El contrato de enero')
})

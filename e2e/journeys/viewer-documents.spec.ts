import type { Page } from 'playwright/test'
import { errorMessages } from 'shared/contract/errors'
import { expectAccessible } from '../harness/axe.ts'
import { holdRequests } from '../harness/hold-requests.ts'
import type { PdfPage } from '../harness/make-pdf.ts'
import { sampleOf } from '../harness/sample.ts'
import { expect, test } from '../harness/trazo.ts'
import { aDocument, expectPage, sheetOf, stageOf } from '../harness/viewer.ts'

const DOCUMENT = '**/public_download'
const short: PdfPage[] = [{ text: 'Contrato de arrendamiento' }, { text: 'Segunda hoja' }]

/** Includes headers. */
const countBytes = async (page: Page): Promise<() => number> => {
  const session = await page.context().newCDPSession(page)
  const ofDocument = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('/public_download')) ofDocument.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (ofDocument.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => bytes
}

test('the viewer opens a file of 1000 pages and shows page 500 without downloading the whole file', async ({
  page,
  trazo,
}) => {
  const pages = Array.from({ length: 1000 }, (_, index) => ({ text: `Hoja ${index + 1}`, ballast: 6000 }))
  const { link } = await aDocument(trazo, 'mil-hojas', pages)
  const size = pages.length * 6000
  const address = await link()
  const bytes = await countBytes(page)
  await page.goto(address)
  await expectPage(page, 1)
  await expect(page.getByText('Hoja 1', { exact: true })).toBeAttached()
  const opened = bytes()
  expect(opened).toBeGreaterThan(0)
  expect(opened).toBeLessThan(size / 10)

  await page.getByRole('button', { name: 'Página 1 de 1000' }).click()
  await page.keyboard.type('500')
  await page.keyboard.press('Enter')
  await expectPage(page, 500)
  await expect(page.getByText('Hoja 500', { exact: true })).toBeAttached()
  expect(bytes()).toBeGreaterThan(opened)
  expect(bytes()).toBeLessThan(size / 5)
  test.info().annotations.push({ type: 'bytes', description: `${opened} to open, ${bytes()} in all, of ${size}` })
})

test('a failed download shows an error and can be retried, and a screen reader gets the page in order', async ({
  page,
  trazo,
}) => {
  const { link, guest } = await aDocument(trazo, 'lector', [
    { text: 'Primero esto\ndespués esto\ny al final esto' },
    { text: 'Otra hoja' },
  ])
  await page.route(DOCUMENT, (route) => route.fulfill({ status: 503, body: '' }))
  const letAnswerCome = await holdRequests(page, DOCUMENT)
  await page.goto(await link(), { waitUntil: 'commit' })
  await expect(page.getByText('Cargando documento...')).toBeVisible()
  await expectAccessible(page)
  letAnswerCome()
  await expect(page.getByText('Error descargando PDF: 503')).toBeVisible()
  await expectAccessible(page)

  await page.unroute(DOCUMENT)
  await page.route(DOCUMENT, (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Error descargando PDF: 500')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Error al cargar el documento' })).toBeVisible()
  await page.unroute(DOCUMENT)
  await page.route(DOCUMENT, (route) => route.abort())
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No se pudo cargar el documento PDF')).toBeVisible()

  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('heading', { name: 'Documento para Trazo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir de nuevo' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(DOCUMENT)
  await page.getByRole('button', { name: 'Abrir de nuevo' }).click()
  await expectPage(page, 1)

  await test.step('a screen reader gets the text in order, each new page number, and named fields', async () => {
    await expect(stageOf(page)).toMatchAriaSnapshot(`
    - group "Página 1":
      - img "Página 1 de 2 de lector.pdf"
      - text: Primero esto después esto y al final esto
      - button /Firma aquí, ${guest.name}, .+, por firmar/
  `)
    const live = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Página 1 de 2' }) })
    await expect(live).toHaveCount(1)
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Página 2 de 2' })).toHaveCount(1)
    await expect(page.getByText('Otra hoja')).toBeAttached()
  })
})

test('a page with damaged bytes shows an error, a retry shows the page, and axe passes search and help', async ({
  page,
  trazo,
}) => {
  const others = Array.from({ length: 200 }, (_, index) => ({ text: `Contrato, hoja ${index + 3}`, ballast: 6000 }))
  const pages = [...short, ...others]
  const { link } = await aDocument(trazo, 'pagina-perdida', pages)
  await page.goto(await link())
  await expectPage(page, 1)
  const json = { code: 'DOCUMENT_DAMAGED', message: errorMessages.DOCUMENT_DAMAGED }
  await page.route(DOCUMENT, (route) => route.fulfill({ status: 500, json }))
  await page.getByRole('button', { name: 'Página 1 de 202' }).click()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escribe un número del 1 al 202.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('150')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Error al renderizar el documento')).toBeVisible()
  await expect(page.getByText(errorMessages.DOCUMENT_DAMAGED)).toBeVisible()
  await expectAccessible(page)
  await page.unroute(DOCUMENT)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectPage(page, 150)
  await expect(page.getByText('Contrato, hoja 150', { exact: true })).toBeAttached()

  await page.getByRole('button', { name: 'Ayuda y herramientas' }).click()
  await expect(page.getByText('Cómo moverte por el documento')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Buscar en el documento' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('contrato')
  await expect(page.locator('[data-match="current"]')).toBeVisible()
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Coincidencia 149 de 201, página 150.')
  await expectAccessible(page)
})

const inkAndText = (page: Page) =>
  sheetOf(page).evaluate((sheet) => {
    const canvas = sheet.querySelector('canvas')
    const context = canvas?.getContext('2d')
    if (!canvas || !context) throw new Error('the page is not painted')
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const ink = { left: 1, top: 1, right: 0, bottom: 0 }
    for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
      if ((data[pixel * 4] ?? 255) > 128) continue
      const x = (pixel % canvas.width) / canvas.width
      const y = Math.floor(pixel / canvas.width) / canvas.height
      Object.assign(ink, {
        left: Math.min(ink.left, x),
        top: Math.min(ink.top, y),
        right: Math.max(ink.right, x),
        bottom: Math.max(ink.bottom, y),
      })
    }
    const paper = sheet.getBoundingClientRect()
    const boxes = [...(sheet.parentElement?.querySelectorAll('[data-text] span') ?? [])]
      .filter((span) => span.textContent?.trim())
      .map((span) => span.getBoundingClientRect())
    const text = {
      left: (Math.min(...boxes.map(({ left }) => left)) - paper.left) / paper.width,
      top: (Math.min(...boxes.map(({ top }) => top)) - paper.top) / paper.height,
      right: (Math.max(...boxes.map(({ right }) => right)) - paper.left) / paper.width,
      bottom: (Math.max(...boxes.map(({ bottom }) => bottom)) - paper.top) / paper.height,
    }
    return { ink, text, width: paper.width, height: paper.height }
  })

const cropBox = [20, 150, 555, 812] as const
const turns = [
  { rotate: 0, cropBox: undefined },
  { rotate: 90, cropBox: undefined },
  { rotate: 180, cropBox },
  { rotate: 270, cropBox },
] as const

for (const { rotate, cropBox: crop } of sampleOf(turns, 1, 2)) {
  test(`the text layer lies on the drawn text: rotated by ${rotate}${crop ? ', odd crop box' : ''}, at any zoom`, async ({
    page,
    trazo,
  }) => {
    const pdf = [{ text: 'Contrato de arrendamiento\nde un local', rotate, ...(crop ? { cropBox: crop } : {}) }]
    const { link } = await aDocument(trazo, `giro-${rotate}`, pdf)
    await page.goto(await link())
    await expectPage(page, 1)
    for (const button of [undefined, 'Acercar', 'Acercar']) {
      if (button) await page.getByRole('button', { name: button }).click()
      // The text layer scales before the canvas.
      const stale = () =>
        sheetOf(page).evaluate((sheet) => {
          const canvas = sheet.querySelector('canvas')
          return Math.abs((canvas?.width ?? 0) - sheet.getBoundingClientRect().width)
        })
      await expect.poll(stale).toBeLessThan(1)
      const { ink, text, width, height } = await inkAndText(page)
      const px = { x: (fraction: number) => fraction * width, y: (fraction: number) => fraction * height }
      // Across the line, the box is as high as the font.
      const along = rotate % 180 === 0 ? px.x : px.y
      const across = rotate % 180 === 0 ? px.y : px.x
      const ends = rotate % 180 === 0 ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
      const sides = rotate % 180 === 0 ? (['top', 'bottom'] as const) : (['left', 'right'] as const)
      for (const side of ends) expect(Math.abs(along(ink[side]) - along(text[side])), side).toBeLessThan(4)
      expect(across(ink[sides[0]]), sides[0]).toBeGreaterThan(across(text[sides[0]]) - 3)
      expect(across(ink[sides[1]]), sides[1]).toBeLessThan(across(text[sides[1]]) + 3)
    }
  })
}

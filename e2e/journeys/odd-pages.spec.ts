import type { Locator, Page } from 'playwright/test'
import { aContract, partOf, placeFor, tabOf, waitForSave } from '../harness/editor.ts'
import { openDocument, signByFlow } from '../harness/guest-flow.ts'
import { inkOn, type Part } from '../harness/ink.ts'
import type { PdfPage } from '../harness/make-pdf.ts'
import { hasTool, pdfsig } from '../harness/signature-checks.ts'
import { expect, test } from '../harness/trazo.ts'
import { boxOf, expectPage, sheetOf } from '../harness/viewer.ts'

/** Pages of 300, with the size in which the editor shows them at 100 %, in CSS pixels. */
const odd: readonly (readonly [title: string, page: PdfPage, shown: readonly [width: number, height: number]])[] = [
  ['units of two points, on its side', { text: '', rotate: 90, userUnit: 2 }, [1224, 865]],
  ['a plan of A0', { text: 'Plano', width: 2384, height: 3370 }, [866, 1224]],
  ['the largest page', { text: 'Enorme', width: 14_400, height: 14_400 }, [1224, 1224]],
  ['a receipt of 80 by 60 mm', { text: 'Recibo', width: 227, height: 170 }, [420, 315]],
]
const pages: readonly PdfPage[] = [
  ...odd.map(([, page]) => page),
  ...Array.from({ length: 300 - odd.length }, (_, index) => ({ text: `Hoja ${index + odd.length + 1}` })),
]
const MOST_PIXELS = 16 * 1024 * 1024

const expectCanvas = async (scope: Locator | Page): Promise<void> => {
  const sizes = await sheetOf(scope)
    .locator('canvas')
    .evaluateAll((all) =>
      all.map((canvas) => [Number(canvas.getAttribute('width')), Number(canvas.getAttribute('height'))]),
    )
  expect(sizes.length).toBeGreaterThan(0)
  for (const [width = 0, height = 0] of sizes) {
    expect(width * height).toBeLessThanOrEqual(MOST_PIXELS + 1)
    expect(Math.max(width, height)).toBeLessThanOrEqual(16_384)
  }
}

const heapOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(Reflect.get(performance, 'memory') ?? {}, 'usedJSHeapSize') ?? 0) / 2 ** 20)

test.describe('in a large window', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the owner places fields on plans, on the largest page and on a receipt, and a last page opens at once', async ({
    page,
    trazo,
  }) => {
    const contract = await aContract(trazo, 'hojas-raras', pages)
    const editor = await contract.open(page)
    for (const [index, [title, , [width, height]]] of odd.entries()) {
      await test.step(title, async () => {
        await expectPage(editor, index + 1)
        const sheet = await boxOf(sheetOf(editor))
        expect(Math.abs(sheet.width - width)).toBeLessThan(2)
        expect(Math.abs(sheet.height - height)).toBeLessThan(2)
        await expectCanvas(editor)
        const guest = { name: `Ana ${index + 1}`, email: `ana${index + 1}@${contract.file.id}.example` }
        await placeFor(editor, guest)
        const tab = await boxOf(tabOf(editor, guest.name))
        expect([Math.round(tab.width), Math.round(tab.height)]).toEqual([200, 50])
        const part = await partOf(editor, guest.name)
        expect(part.x + part.width).toBeLessThanOrEqual(1.001)
        expect(part.y + part.height).toBeLessThanOrEqual(1.001)
        await waitForSave(editor)
        await page.screenshot({ path: test.info().outputPath(`editor-${index + 1}.png`) })
        await editor.getByRole('button', { name: 'Página siguiente' }).click()
      })
    }
    const saved = await contract.fields()
    expect(saved.map(({ page: number }) => number).sort()).toEqual([1, 2, 3, 4])
    const largest = saved.find(({ page: number }) => number === 3)
    expect(largest?.width_relative).toBeCloseTo(200 / 1224, 3)
    const start = Date.now()
    await editor.getByRole('button', { name: /^Página \d+ de 300/ }).click()
    await page.keyboard.type('300')
    await page.keyboard.press('Enter')
    await expectPage(editor, 300)
    const description = `${Date.now() - start} ms to page 300, ${Math.round(await heapOf(page))} MB of heap`
    test.info().annotations.push({ type: 'figures', description })
  })
})

for (const [title, use] of [
  ['on a desk', { viewport: { width: 1280, height: 900 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const)
  test.describe(title, () => {
    test.use(use)

    test('a guest signs a turned page with units of two points, inside of the field', async ({ page, trazo }) => {
      const contract = await aContract(trazo, `firma-rara-${title.length}`, pages)
      const ana = { name: 'Ana Mora', email: `ana@${contract.file.id}.example` }
      const at: Part = { x: 0.55, y: 0.3, width: 0.3, height: 0.12 }
      const field = await contract.api.addField(contract.file, ana, { page: 1, at: [at.x, at.y, at.width, at.height] })
      await openDocument(page, await contract.api.invite(contract.file, field, ana))
      await expectCanvas(page)
      await page.screenshot({ path: test.info().outputPath('guest.png') })
      await signByFlow(page)
      const signed = await contract.api.download(contract.file)
      if (hasTool('pdfsig'))
        expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', wholeDocument: true }])
      if (!hasTool('pdftoppm')) return
      const ink = inkOn(signed, 1)
      const slack = 0.004
      expect(ink.x).toBeGreaterThanOrEqual(at.x - slack)
      expect(ink.y).toBeGreaterThanOrEqual(at.y - slack)
      expect(ink.x + ink.width).toBeLessThanOrEqual(at.x + at.width + slack)
      expect(ink.y + ink.height).toBeLessThanOrEqual(at.y + at.height + slack)
      expect(ink.width).toBeGreaterThan(at.width / 3)
    })
  })

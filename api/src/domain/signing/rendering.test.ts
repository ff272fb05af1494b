import { concatBytes } from 'pdf'
import { prepareFields } from 'pdf/sign'
import { buildPdf, INK, inkBox, type PageOptions, type Rendering, renderPage, testWith } from 'pdf/testing/node'
import type { FractionRect } from 'shared/contract'
import { createPdfSigner } from './pdf-signer.ts'
import { blackPng, createTestPki, fieldAt, testTime } from './test-support/signing.ts'

const DPI = 144

const rect: FractionRect = { x: 0.55, y: 0.1, width: 0.35, height: 0.15 }
const cropBox = [50.5, 100, 500, 700.25]

const pages: [string, PageOptions][] = [
  ['upright', {}],
  ['upright with a crop box', { cropBox }],
  ['turned by 90', { rotate: 90, cropBox }],
  ['turned by 180', { rotate: 180, cropBox }],
  ['turned by 270', { rotate: 270, cropBox }],
  ['with its origin elsewhere', { mediaBox: [-300, -200, 300, 200], rotate: 90 }],
]

async function signSecondPage(page: PageOptions): Promise<Uint8Array> {
  const signer = createPdfSigner(await createTestPki())
  const original = buildPdf({ xref: 'stream', pages: [{}, page] })
  const document = concatBytes([original, prepareFields(original, [fieldAt('field', rect, 2)])])
  const { tail } = await signer.sign({
    document,
    fieldName: 'field',
    signer: { name: 'Ana Ñúñez', email: 'ana@example.com' },
    appearancePng: blackPng(100, 40),
    signedAt: testTime,
  })
  return concatBytes([document, tail])
}

for (const [title, page] of pages) {
  testWith(
    ['pdftoppm'],
    `on a page ${title} the drawing of the signature is upright and inside its field`,
    async () => {
      const rendering = renderPage(await signSecondPage(page), 2, DPI)
      const ink = inkBox(rendering)
      const slack = 0.004
      expect(ink.x).toBeGreaterThanOrEqual(rect.x - slack)
      expect(ink.y).toBeGreaterThanOrEqual(rect.y - slack)
      expect(ink.x + ink.width).toBeLessThanOrEqual(rect.x + rect.width + slack)
      expect(ink.y + ink.height).toBeLessThanOrEqual(rect.y + rect.height + slack)

      // If upright, this row is ink.
      const top = Math.round(ink.y * rendering.height) + 2
      const row = rendering.pixels.subarray(top * rendering.width, (top + 1) * rendering.width)
      const dark = row.reduce((count, value) => count + (value < INK ? 1 : 0), 0)
      const bottom = Math.round((ink.y + ink.height) * rendering.height) - 2
      const drawingHeight = inkHeightAt(rendering, row.indexOf(row.find((value) => value < INK) ?? 0) + 4, top)
      expect(bottom).toBeGreaterThan(top)
      expect(dark / drawingHeight).toBeCloseTo(2.5, 0)
    },
  )
}

function inkHeightAt({ width, height, pixels }: Rendering, x: number, from: number): number {
  let y = from
  while (y < height && (pixels[y * width + x] ?? 255) < INK) y++
  return y - from
}

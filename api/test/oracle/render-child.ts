import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Picture, SCALE } from './pictures.ts'

/* Forged files may hang or crash a renderer. */
export interface RenderTask {
  readonly id: number
  readonly renderer: 'pdf.js' | 'pdfium'
  readonly bytes: Uint8Array
}
export interface RenderAnswer {
  readonly id: number
  readonly pictures: readonly Picture[] | undefined
}

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts/')

function opaque(data: Uint8Array | Uint8ClampedArray, order: readonly [number, number, number]): Uint8Array {
  const pixels = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    for (const channel of [0, 1, 2] as const) pixels[to + channel] = data[from + order[channel]] ?? 0
  }
  return pixels
}

interface NodeCanvas {
  readonly context: CanvasLike
}
interface CanvasLike {
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
}

async function withPdfJs(bytes: Uint8Array): Promise<Picture[]> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    standardFontDataUrl: fonts,
    disableFontFace: true,
    useSystemFonts: false,
  })
  const pdf = await task.promise
  const pictures: Picture[] = []
  const factory = pdf.canvasFactory as { create(width: number, height: number): NodeCanvas }
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: SCALE })
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
    const { context } = factory.create(width, height)
    const background = 'rgb(255,255,255)'
    // pdf.js types require a browser canvas.
    await page.render({ canvasContext: context as never, canvas: null, viewport, background }).promise
    pictures.push({ width, height, pixels: opaque(context.getImageData(0, 0, width, height).data, [0, 1, 2]) })
  }
  await task.destroy()
  return pictures
}

const library = await PDFiumLibrary.init()

async function withPdfium(bytes: Uint8Array): Promise<Picture[]> {
  const document = await library.loadDocument(bytes)
  try {
    const pictures: Picture[] = []
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: SCALE, render: 'bitmap', renderFormFields: true })
      pictures.push({ width, height, pixels: opaque(data, [2, 1, 0]) })
    }
    return pictures
  } finally {
    document.destroy()
  }
}

async function answer({ id, renderer, bytes }: RenderTask): Promise<RenderAnswer> {
  try {
    return { id, pictures: await (renderer === 'pdfium' ? withPdfium(bytes) : withPdfJs(bytes)) }
  } catch {
    return { id, pictures: undefined }
  }
}

process.on('message', (task: RenderTask) => {
  void answer(task).then((result) => process.send?.(result))
})

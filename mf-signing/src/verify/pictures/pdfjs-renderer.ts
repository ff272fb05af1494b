import { PictureError, type PictureRenderer, pictureSize, type RenderedFile, type RenderedPage } from 'pdf/picture'
import { releaseCanvas } from '../../pdfjs/canvas.ts'
import type { PdfEngine, ViewedDocument, ViewedPage } from '../../viewer/engine/pdf-engine.ts'

/** pdf.js needs a copy of each revision. */
const MOST_BYTES = 256 * 1024 * 1024

const readPixels = (canvas: HTMLCanvasElement): Uint8ClampedArray => {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new PictureError('this browser cannot draw')
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}

const drawPage = async (page: ViewedPage, pixels: number): Promise<RenderedPage> => {
  const { width } = pictureSize(page.points, { pixels })
  const canvas = document.createElement('canvas')
  try {
    const end = await page.render(canvas, width / page.size.width).finished
    if (end === 'cancelled') throw new PictureError('the drawing was cancelled')
    const size = { width: canvas.width, height: canvas.height }
    // Included in `points`: another rotation swaps the sides, or shows in the pixels.
    return { ...size, pixels: readPixels(canvas), points: page.points, rotation: 0 }
  } finally {
    releaseCanvas(canvas)
  }
}

const renderedFile = (document: ViewedDocument, close: () => void): RenderedFile => ({
  pageCount: document.pageCount,
  draw: async (number, { pixels }) => drawPage(await document.page(number), pixels),
  close,
})

/**
 * The second renderer: what only one of the two shows is a difference too.
 * On the main thread, because pdf.js draws by animation frames; between
 * two it leaves the page responsive.
 */
export const createPdfjsRenderer = (engine: PdfEngine): PictureRenderer => {
  let held = 0
  return {
    open: async (bytes) => {
      if (held + bytes.length > MOST_BYTES) throw new PictureError('too many bytes for this browser')
      held += bytes.length
      const task = engine.open({ bytes: bytes.slice() }, () => undefined)
      const close = () => {
        held -= bytes.length
        task.close().catch(() => undefined)
      }
      try {
        return renderedFile(await task.document, close)
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

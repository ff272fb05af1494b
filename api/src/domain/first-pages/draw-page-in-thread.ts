import { PictureError } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import { DRAWING_PIXELS } from './constants.ts'
import type { DrawnPage, PageDrawing } from './draw-task.ts'
import { encodeWebp } from './encode-webp.ts'

const NOT_DRAWN: DrawnPage = { picture: undefined, width: 0, height: 0, pages: 0 }

/** Runs in a thread. A page that PDFium refuses or crashes on has no picture. */
export const drawPageInThread = async ({ bytes, page: number, width }: PageDrawing): Promise<DrawnPage> => {
  try {
    const file = await (await loadPictureRenderer()).open(bytes)
    try {
      const page = await file.draw(number, { pixels: DRAWING_PIXELS, width })
      return { ...page.points, pages: file.pageCount, picture: await encodeWebp(page) }
    } finally {
      file.close()
    }
  } catch (error) {
    // PDFium aborts with an error of its WebAssembly.
    if (error instanceof PictureError || isWebAssemblyError(error)) return NOT_DRAWN
    throw error
  }
}

const isWebAssemblyError = (error: unknown): boolean =>
  error instanceof Error && /^(?:RuntimeError|CompileError|LinkError)$/.test(error.name)

import type { Size } from '../geometry/geometry.ts'
import { releaseCanvas } from '../pdfjs/canvas.ts'
import type { PdfEngine, ViewedDocument } from '../viewer/engine/pdf-engine.ts'
import { PICTURE_MAX_PIXELS, PICTURE_QUALITY, PICTURE_TYPE } from './constants.ts'

export interface MadePicture {
  readonly blob: Blob
  readonly pageCount: number
}

/** In pixels per point. */
const pictureScale = (page: Size, width: number): number =>
  Math.min(width / page.width, Math.sqrt(PICTURE_MAX_PIXELS / (page.width * page.height)))

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    if (signal.aborted) leave()
  })

const written = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be written'))),
      PICTURE_TYPE,
      PICTURE_QUALITY,
    ),
  )

const paint = async (pdf: ViewedDocument, width: number, signal: AbortSignal): Promise<Blob> => {
  const page = await unlessAborted(pdf.page(1), signal)
  const canvas = document.createElement('canvas')
  const task = page.render(canvas, pictureScale(page.size, width))
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.finished
    signal.throwIfAborted()
    return await written(canvas)
  } finally {
    signal.removeEventListener('abort', cancel)
    releaseCanvas(canvas)
  }
}

/** @param width in pixels */
export const makePicture = async (
  file: File,
  width: number,
  loadEngine: () => Promise<PdfEngine>,
  signal: AbortSignal,
): Promise<MadePicture> => {
  const engine = await unlessAborted(loadEngine(), signal)
  const bytes = new Uint8Array(await unlessAborted(file.arrayBuffer(), signal))
  const task = engine.open({ bytes }, () => undefined)
  try {
    const pdf = await unlessAborted(task.document, signal)
    return { blob: await paint(pdf, width, signal), pageCount: pdf.pageCount }
  } finally {
    await task.close().catch(() => undefined)
  }
}

import type { PagePictureProps } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import type { Size } from '../geometry/geometry.ts'
import { releaseCanvas } from '../pdfjs/canvas.ts'
import type { OpenTask, PdfEngine, ViewedDocument } from '../viewer/engine/pdf-engine.ts'
import { LoadError } from '../viewer/engine/pdf-engine.ts'
import { PICTURE_MAX_PIXELS, PICTURE_QUALITY, PICTURE_TYPE } from './constants.ts'

export interface MadePicture {
  readonly blob: Blob
  readonly pageCount: number
}

type Source = PagePictureProps['source']

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

const reading = async <T>(task: OpenTask, use: (document: ViewedDocument) => Promise<T>, signal: AbortSignal) => {
  try {
    return await use(await unlessAborted(task.document, signal))
  } finally {
    await task.close().catch(() => undefined)
  }
}

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

/** Renews an expired session once. */
const readSource = async <T>(
  engine: PdfEngine,
  source: Source,
  use: (document: ViewedDocument) => Promise<T>,
  signal: AbortSignal,
): Promise<T> => {
  const nobody = () => undefined
  if (source.kind === 'file') {
    const bytes = new Uint8Array(await unlessAborted(source.file.arrayBuffer(), signal))
    return reading(engine.open({ bytes }, nobody), use, signal)
  }
  const read = (token: string | undefined) => {
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    return reading(engine.open({ url: filesApi.downloadUrl(source.document.id), headers }, nobody), use, signal)
  }
  const token = currentAccessToken()
  try {
    return await read(token)
  } catch (error) {
    if (!(error instanceof LoadError) || error.status !== 401) throw error
    const renewed = await refreshAccessToken(token)
    signal.throwIfAborted()
    if (renewed === undefined) throw error
    return await read(renewed)
  }
}

/** @param width in pixels */
export const makePicture = async (
  source: Source,
  width: number,
  loadEngine: () => Promise<PdfEngine>,
  signal: AbortSignal,
): Promise<MadePicture> => {
  const engine = await unlessAborted(loadEngine(), signal)
  return readSource(
    engine,
    source,
    async (pdf) => ({ blob: await paint(pdf, width, signal), pageCount: pdf.pageCount }),
    signal,
  )
}

import { CANVAS_MAX_PIXELS } from './constants.ts'
import type { PdfPage } from './engine/pdf-engine.ts'

/** Device resolution, limited by the largest canvas. */
export const renderScale = ({ size }: Pick<PdfPage, 'size'>, zoom: number, pixelRatio: number): number => {
  const wanted = zoom * pixelRatio
  const largest = Math.sqrt(CANVAS_MAX_PIXELS / (size.width * size.height))
  return Math.min(wanted, largest)
}

/** Browsers delay freeing canvas memory. */
export const releaseCanvas = (canvas: Element): void => {
  canvas.remove()
  if (canvas instanceof HTMLCanvasElement) {
    canvas.width = 0
    canvas.height = 0
  }
}

export interface Painting {
  readonly canvas: HTMLCanvasElement
  /** Rejects on a render error. 'cancelled' leaves the canvas empty. */
  readonly finished: Promise<'painted' | 'cancelled'>
  discard(): void
}

/** Always on a new canvas: parallel renders on one canvas fail. */
export const paintPage = (page: PdfPage, scale: number): Painting => {
  const canvas = document.createElement('canvas')
  const task = page.render(canvas, scale)
  let discarded = false
  const finished = task.finished.then(
    (end) => {
      if (end === 'painted' && !discarded) return end
      releaseCanvas(canvas)
      return 'cancelled'
    },
    (error: unknown) => {
      releaseCanvas(canvas)
      throw error
    },
  )
  const discard = () => {
    discarded = true
    task.cancel()
    finished.then(
      () => releaseCanvas(canvas),
      () => undefined,
    )
  }
  return { canvas, finished, discard }
}

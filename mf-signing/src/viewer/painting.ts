import { CANVAS_MAX_PIXELS } from './constants.ts'
import type { PdfPage } from './engine/pdf-engine.ts'

/** Scale at which a page is painted: sharp on this screen, and never more pixels than every browser can show. */
export const renderScale = ({ size }: Pick<PdfPage, 'size'>, zoom: number, pixelRatio: number): number => {
  const wanted = zoom * pixelRatio
  const largest = Math.sqrt(CANVAS_MAX_PIXELS / (size.width * size.height))
  return Math.min(wanted, largest)
}

/** Gives back the memory of a canvas at once; browsers are slow to do it by themselves. */
export const releaseCanvas = (canvas: Element): void => {
  canvas.remove()
  if (canvas instanceof HTMLCanvasElement) {
    canvas.width = 0
    canvas.height = 0
  }
}

/** One page being painted on a canvas of its own. */
export interface Painting {
  readonly canvas: HTMLCanvasElement
  /** Rejects when the page cannot be painted. After 'cancelled' the canvas is empty. */
  readonly finished: Promise<'painted' | 'cancelled'>
  /** Nobody wants it any more, whether or not it is done. */
  discard(): void
}

/** Starts painting a page. Two paintings on one canvas fail, so every painting has a fresh one. */
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

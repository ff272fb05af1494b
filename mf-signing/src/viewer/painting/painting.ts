import { releaseCanvas } from '../../pdfjs/canvas.ts'
import type { ViewedPage } from '../engine/pdf-engine.ts'

export interface PagePainting {
  readonly canvas: HTMLCanvasElement
  /** 'cancelled' leaves the canvas empty. */
  readonly finished: Promise<'painted' | 'cancelled'>
  discard(): void
}

/** Uses a new canvas: parallel renders on one canvas fail. */
export const paintPage = (page: ViewedPage, scale: number): PagePainting => {
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

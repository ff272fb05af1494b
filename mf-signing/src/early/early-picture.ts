import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { defaultZoom } from '../viewer/constants.ts'
import { sizeCanvas } from '../viewer/engine/size-canvas.ts'
import { renderScale } from '../viewer/painting.ts'
import { coverWith } from './cover.ts'

/** The first page at the viewer's likely scale. */
export interface EarlyPicture {
  /** Pixels per point. */
  readonly scale: number
  readonly canvas: HTMLCanvasElement
  /** Rejects when cancelled or if painting fails. */
  readonly finished: Promise<void>
}

export interface EarlyPainting {
  /** Resolves when painting starts; undefined if it never does. */
  readonly picture: Promise<EarlyPicture | undefined>
  cancel(): void
  /** Removes the overlay. */
  uncover(): void
}

export const EARLY_PAGE = 1

export const paintEarly = (
  opening: Promise<PDFDocumentProxy>,
  { innerWidth, devicePixelRatio }: Pick<Window, 'innerWidth' | 'devicePixelRatio'>,
): EarlyPainting => {
  let cancelled = false
  let covered = true
  let task: RenderTask | undefined
  let takeAway = () => {}
  const begin = async (): Promise<EarlyPicture | undefined> => {
    const page = await (await opening).getPage(EARLY_PAGE)
    if (cancelled) return undefined
    const { width, height } = page.getViewport({ scale: 1 })
    const zoom = defaultZoom(innerWidth)
    const scale = renderScale({ size: { width, height } }, zoom, devicePixelRatio || 1)
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    sizeCanvas(canvas, viewport)
    task = page.render({ canvas, viewport })
    const finished = task.promise.then(() => {
      if (covered) takeAway = coverWith(canvas, { width, height }, zoom)
    })
    // The taker handles the rejection.
    finished.catch(() => undefined)
    return { scale, canvas, finished }
  }
  const uncover = () => {
    covered = false
    takeAway()
  }
  return {
    picture: begin().catch(() => undefined),
    cancel() {
      cancelled = true
      task?.cancel()
      uncover()
    },
    uncover,
  }
}

import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { defaultZoom } from '../viewer/constants.ts'
import { sizeCanvas } from '../viewer/engine/size-canvas.ts'
import { renderScale } from '../viewer/painting.ts'
import { coverWith } from './cover.ts'

/** The first page, being painted as the viewer will most probably want it. */
export interface EarlyPicture {
  /** Pixels per point. */
  readonly scale: number
  readonly canvas: HTMLCanvasElement
  /** Rejects when it was cancelled, or the page cannot be painted. */
  readonly finished: Promise<void>
}

export interface EarlyPainting {
  /** There once the page has begun to be painted; undefined when it never will. */
  readonly picture: Promise<EarlyPicture | undefined>
  /** Nobody wants it. */
  cancel(): void
  /** Takes it from the page: from now on somebody else shows it, or something else. */
  uncover(): void
}

/** Page that a document opens at, unless somebody asks for another one. */
export const EARLY_PAGE = 1

/** Paints the first page of a document for a window of this width, in CSS pixels, while nobody is there to show it. */
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
    // Whoever takes it hears of it.
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

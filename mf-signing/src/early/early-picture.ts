import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { defaultZoom } from '../viewer/constants.ts'
import { sizeCanvas } from '../viewer/engine/canvas.ts'
import { EARLY_PAGE, type EarlyPainting, type EarlyPicture } from '../viewer/engine/early-document.ts'
import { renderScale } from '../viewer/painting/painting.ts'
import { coverWith } from './cover.ts'

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

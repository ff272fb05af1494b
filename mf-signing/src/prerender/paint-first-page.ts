import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import {
  canvasSizeOf,
  pagesFlow,
  pixelsOfPoint,
  readingZoom,
  renderScale,
  type WindowSize,
} from '../geometry/page-layout.ts'
import { sizeCanvas } from '../pdfjs/canvas.ts'
import { PAGE_MARK } from './first-page-marks.ts'
import type { PrerenderOverlay } from './prerender-overlay.ts'
import { FIRST_PAGE, type FirstPagePainting, type FirstPagePicture } from './prerendered-document.ts'

export const paintFirstPage = (
  opening: Promise<PDFDocumentProxy>,
  window: WindowSize & Pick<Window, 'devicePixelRatio'>,
  overlay: PrerenderOverlay,
): FirstPagePainting => {
  let cancelled = false
  let task: RenderTask | undefined
  const begin = async (): Promise<FirstPagePicture | undefined> => {
    const pdf = await opening
    const page = await pdf.getPage(FIRST_PAGE)
    if (cancelled) return undefined
    const points = page.getViewport({ scale: 1 })
    const size = canvasSizeOf(points)
    const zoom = readingZoom(window, size)
    const scale = renderScale({ size }, zoom, window.devicePixelRatio || 1)
    const pages = pagesFlow(window.innerWidth) ? pdf.numPages : 1
    const viewport = page.getViewport({ scale: scale * pixelsOfPoint(points) })
    const canvas = document.createElement('canvas')
    sizeCanvas(canvas, viewport)
    task = page.render({ canvas, viewport })
    const finished = task.promise.then(() => {
      overlay.show(canvas, size, zoom, pages)
      performance.mark(PAGE_MARK)
    })
    // The taker handles the rejection.
    finished.catch(() => undefined)
    return { scale, canvas, finished }
  }
  const cancel = () => {
    cancelled = true
    task?.cancel()
  }
  return { picture: begin().catch(() => undefined), cancel, hide: overlay.hide }
}

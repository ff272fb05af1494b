import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { defaultZoom, renderScale } from '../geometry/page-layout.ts'
import { sizeCanvas } from '../pdfjs/canvas.ts'
import type { PrerenderOverlay } from './prerender-overlay.ts'
import { FIRST_PAGE, type FirstPagePainting, type FirstPagePicture } from './prerendered-document.ts'

export const paintFirstPage = (
  opening: Promise<PDFDocumentProxy>,
  { innerWidth, devicePixelRatio }: Pick<Window, 'innerWidth' | 'devicePixelRatio'>,
  overlay: PrerenderOverlay,
): FirstPagePainting => {
  let cancelled = false
  let task: RenderTask | undefined
  const begin = async (): Promise<FirstPagePicture | undefined> => {
    const page = await (await opening).getPage(FIRST_PAGE)
    if (cancelled) return undefined
    const { width, height } = page.getViewport({ scale: 1 })
    const zoom = defaultZoom(innerWidth)
    const scale = renderScale({ size: { width, height } }, zoom, devicePixelRatio || 1)
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    sizeCanvas(canvas, viewport)
    task = page.render({ canvas, viewport })
    const finished = task.promise.then(() => overlay.show(canvas, { width, height }, zoom))
    // The taker handles the rejection.
    finished.catch(() => undefined)
    return { scale, canvas, finished }
  }
  const cancel = () => {
    cancelled = true
    task?.cancel()
    overlay.hide()
  }
  return { picture: begin().catch(() => undefined), cancel, hide: overlay.hide }
}

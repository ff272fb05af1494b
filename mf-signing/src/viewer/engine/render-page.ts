import type { PDFPageProxy } from 'pdfjs-dist'
import { RenderingCancelledException } from 'pdfjs-dist'
import { pixelsOfPoint } from '../../geometry/page-layout.ts'
import { releaseCanvas, sizeCanvas } from '../../pdfjs/canvas.ts'
import type { FirstPagePainting } from '../../prerender/prerendered-document.ts'
import { FIRST_PAGE } from '../../prerender/prerendered-document.ts'
import type { RenderTask } from './pdf-engine.ts'

export type RenderPage = (page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number) => RenderTask

export const renderPage: RenderPage = (page, canvas, scale) => {
  const viewport = page.getViewport({ scale: scale * pixelsOfPoint(page.getViewport({ scale: 1 })) })
  sizeCanvas(canvas, viewport)
  const task = page.render({ canvas, viewport })
  const finished = task.promise.then(
    () => 'painted' as const,
    (error: unknown) => {
      if (error instanceof RenderingCancelledException) return 'cancelled' as const
      throw error
    },
  )
  return { finished, cancel: () => task.cancel() }
}

const copy = (from: HTMLCanvasElement, to: HTMLCanvasElement): void => {
  to.width = from.width
  to.height = from.height
  to.getContext('2d')?.drawImage(from, 0, 0)
  releaseCanvas(from)
}

const adopt =
  (painting: FirstPagePainting, render: RenderPage): RenderPage =>
  (page, canvas, scale) => {
    let own: RenderTask | undefined
    let cancelled = false
    const paint = async () => {
      const picture = await painting.picture
      if (picture?.scale === scale) {
        const painted = await picture.finished.then(
          () => true,
          () => false,
        )
        if (cancelled) return 'cancelled'
        if (painted) {
          copy(picture.canvas, canvas)
          painting.hide()
          return 'painted'
        }
      }
      painting.cancel()
      if (cancelled) return 'cancelled'
      own = render(page, canvas, scale)
      return own.finished.finally(painting.hide)
    }
    const cancel = () => {
      cancelled = true
      painting.cancel()
      painting.hide()
      own?.cancel()
    }
    return { finished: paint(), cancel }
  }

/** Only the first call may use the prerendered picture. */
export const renderAfter = (painting: FirstPagePainting, render: RenderPage): RenderPage => {
  let taken = false
  return (page, canvas, scale) => {
    if (taken) return render(page, canvas, scale)
    taken = true
    if (page.pageNumber === FIRST_PAGE) return adopt(painting, render)(page, canvas, scale)
    painting.cancel()
    painting.hide()
    return render(page, canvas, scale)
  }
}

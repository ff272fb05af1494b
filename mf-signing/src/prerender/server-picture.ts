import { canvasSizeOf, pagesFlow, readingZoom, type WindowSize } from '../geometry/page-layout.ts'
import { PICTURE_MARK } from './first-page-marks.ts'
import type { PrerenderOverlay } from './prerender-overlay.ts'

/** In the page of the site (`shell/server/prerender/first-page-picture.ts`). */
const ELEMENT = 'template#trazo-first-page'

/** Resolves after the next frame, which a page in the background never has. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
  })

/**
 * The picture has the place of the page that pdf.js paints.
 * @returns once it is painted, whether the page has a picture that the browser can show
 */
export const showServerPicture = async (window: WindowSize, overlay: PrerenderOverlay): Promise<boolean> => {
  const template = document.querySelector<HTMLTemplateElement>(ELEMENT)
  if (!template) return false
  // A picture in a template is never loaded.
  const picture = document.importNode(template.content, true).firstElementChild
  if (!(picture instanceof HTMLImageElement)) return false
  const [width = 0, height = 0, pages = 1] = (template.dataset.page ?? '').split(' ').map(Number)
  if (!(width > 0 && height > 0)) return false
  try {
    await picture.decode()
  } catch {
    return false
  }
  const size = canvasSizeOf({ width, height })
  const shown = pagesFlow(window.innerWidth) ? pages : 1
  overlay.showPicture('signs' in template.dataset, picture, size, readingZoom(window, size), shown)
  await nextFrame()
  performance.mark(PICTURE_MARK)
  return true
}

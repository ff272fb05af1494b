import type { Viewing } from './viewing.ts'

const PICTURE = ':scope > .canvasWrapper'

/** Between the picture of the page and all that can be taken hold of on it. */
const put = (page: HTMLElement, layer: HTMLElement): void => {
  const picture = page.querySelector(PICTURE)
  if (picture ? layer.previousElementSibling === picture : layer.parentElement === page) return
  if (picture) picture.after(layer)
  else page.prepend(layer)
}

/**
 * An element over the picture of every page, and below its annotations, for what else is to be seen there; the pages
 * have to be laid out. pdf.js empties a page before it paints it anew, and the element is put back before anybody sees
 * that it was gone.
 */
export const layOnPages = ({ viewer, signal }: Viewing): readonly HTMLElement[] => {
  const layers = Array.from({ length: viewer.pagesCount }, (_, index) => {
    const page: unknown = viewer.getPageView(index)?.div
    const layer = document.createElement('div')
    Object.assign(layer.style, { position: 'absolute', inset: '0', pointerEvents: 'none' })
    if (!(page instanceof HTMLElement)) return { layer, stop: () => undefined }
    const observer = new MutationObserver(() => put(page, layer))
    observer.observe(page, { childList: true })
    put(page, layer)
    return { layer, stop: () => observer.disconnect() }
  })
  signal.addEventListener('abort', () => {
    for (const { stop } of layers) stop()
  })
  return layers.map(({ layer }) => layer)
}

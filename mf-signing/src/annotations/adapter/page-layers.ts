import type { ViewingParts } from './viewing.ts'

const PICTURE = ':scope > .canvasWrapper'

const put = (page: HTMLElement, layer: HTMLElement): void => {
  const picture = page.querySelector(PICTURE)
  if (picture ? layer.previousElementSibling === picture : layer.parentElement === page) return
  if (picture) picture.after(layer)
  else page.prepend(layer)
}

/**
 * Above the picture, below the annotations. pdf.js clears
 * a page before it repaints: restored before the next frame.
 */
export const layOnPages = ({ viewer, signal }: ViewingParts): readonly HTMLElement[] => {
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

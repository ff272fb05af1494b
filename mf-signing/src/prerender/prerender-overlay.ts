import type { Size } from '../geometry/geometry.ts'
import { contentSize, pageOrigin } from '../geometry/page-layout.ts'
import { addEarlyButton } from './early-tap/early-button.ts'

export interface PrerenderOverlay {
  /**
   * @param page in canvas pixels
   * @param pages in the column
   */
  readonly show: (canvas: HTMLCanvasElement, page: Size, zoom: number, pages: number) => void
  /**
   * The server's picture, until `show`: never after it.
   * @param signs whether the page will offer to sign
   */
  readonly showPicture: (signs: boolean, picture: HTMLImageElement, page: Size, zoom: number, pages: number) => void
  /** Final: `show` does nothing afterwards. */
  readonly hide: () => void
}

const box = (style: string, child?: Element): HTMLDivElement => {
  const element = document.createElement('div')
  // Set by script: the CSP refuses inline style attributes.
  element.style.cssText = style
  if (child) element.append(child)
  return element
}

const setPixels = ({ style }: HTMLElement, lengths: Readonly<Record<string, number>>): void => {
  for (const [name, pixels] of Object.entries(lengths)) style.setProperty(name, `${pixels}px`)
}

/** Position in the scroll area, in CSS pixels, as in the viewer. */
export const sheetPlace = (viewport: Size, page: Size, zoom: number, pages = 1) => {
  const layout = { viewport, page, zoom, column: { number: 1, sizes: Array.from({ length: pages }, () => page) } }
  const content = contentSize(layout)
  const { x, y } = pageOrigin(layout)
  const sheet = { left: x, top: y, width: page.width * zoom, height: page.height * zoom }
  return { content, sheet, scrolled: (content.width - viewport.width) / 2 }
}

const SITE_HEADER = '3.5rem'
const OWNER = '1.46875rem'
const FOOT = '1rem + 1px + var(--signing-line) + var(--signing-button) + max(1rem, env(safe-area-inset-bottom))'

/**
 * Uses the guest page's custom properties (`placement.css`).
 * `--signing-rows` is 0 in two columns.
 */
const place = (invited: boolean): string =>
  `top:calc(${SITE_HEADER} + var(--signing-header)${invited ? ` + var(--signing-rows)*${OWNER}` : ''});` +
  `bottom:calc(var(--signing-pager) + var(--signing-rows)*(${FOOT}${invited ? ' + var(--signing-line)' : ''}));` +
  'right:var(--signing-column);left:0'

const overlayOf = (picture: HTMLElement, page: Size, zoom: number, pages: number): HTMLElement => {
  picture.style.cssText = 'display:block;width:100%;height:100%'
  const sheet = box('position:absolute;background:#fff', picture)
  const content = box('position:relative', sheet)
  const invited = /[?&]token=/.test(window.location.search)
  const style = 'position:fixed;z-index:10;overflow:auto;scrollbar-width:thin;pointer-events:none;'
  const overlay = box(`${style}background:var(--color-sunken);${place(invited)}`, content)
  overlay.inert = true
  document.body.append(overlay)
  const lay = () => {
    const at = sheetPlace({ width: overlay.clientWidth, height: overlay.clientHeight }, page, zoom, pages)
    setPixels(content, { ...at.content })
    setPixels(sheet, at.sheet)
    overlay.scrollLeft = at.scrolled
  }
  // Twice: a new scroll bar reduces the available space.
  lay()
  lay()
  return overlay
}

export const createPrerenderOverlay = (): PrerenderOverlay => {
  let state: 'empty' | 'painted' | 'hidden' = 'empty'
  let overlay: HTMLElement | undefined
  const replace = (...shown: Parameters<typeof overlayOf>): void => {
    const before = overlay
    overlay = overlayOf(...shown)
    before?.remove()
  }
  return {
    show(...shown) {
      if (state === 'hidden') return
      state = 'painted'
      replace(...shown)
    },
    showPicture(signs, ...shown) {
      if (state !== 'empty') return
      replace(...shown)
      if (signs) addEarlyButton()
    },
    hide() {
      state = 'hidden'
      overlay?.remove()
    },
  }
}

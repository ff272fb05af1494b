import type { Size } from '../fields/geometry.ts'
import type { Place } from './early-place.ts'
import { documentPlace, sheetPlace } from './early-place.ts'

const box = (style: string, child?: Element): HTMLDivElement => {
  const element = document.createElement('div')
  // Set by script: the CSP refuses inline style attributes.
  element.style.cssText = style
  if (child) element.append(child)
  return element
}

const put = ({ style }: HTMLElement, { left, top, width, height }: Place): void => {
  for (const [name, pixels] of Object.entries({ left, top, width, height })) style.setProperty(name, `${pixels}px`)
}

/** Width of the window's scroll bar gutter, in CSS pixels. */
const gutterOf = (table: HTMLElement): number => {
  table.style.cssText += ';overflow:auto;scrollbar-gutter:stable'
  const gutter = table.offsetWidth - table.clientWidth
  table.style.scrollbarGutter = ''
  return gutter
}

/**
 * Overlays the first page's picture at the
 * viewer's position until the viewer renders.
 * @param page in canvas pixels
 * @returns removes the overlay
 */
export const coverWith = (canvas: HTMLCanvasElement, page: Size, zoom: number): (() => void) => {
  canvas.style.cssText = 'width:100%;height:100%'
  const sheet = box('position:absolute;background:#fff', canvas)
  const content = box('position:relative', sheet)
  // The shell's style sheet defines the colour.
  const table = box('position:fixed;z-index:10;pointer-events:none;background:var(--color-sunken)', content)
  table.inert = true
  document.body.append(table)
  put(table, documentPlace(window, gutterOf(table), /[?&]token=/.test(window.location.search)))
  table.style.scrollbarWidth = 'thin'
  const lay = () => {
    const at = sheetPlace({ width: table.clientWidth, height: table.clientHeight }, page, zoom)
    put(content, { left: 0, top: 0, ...at.content })
    put(sheet, at.sheet)
    table.scrollLeft = at.scrolled
  }
  // Twice: a new scroll bar reduces the available space.
  lay()
  lay()
  return () => table.remove()
}

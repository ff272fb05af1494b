import type { Size } from '../fields/geometry.ts'
import type { Place } from './early-place.ts'
import { documentPlace, sheetPlace } from './early-place.ts'

const box = (style: string, child?: Element): HTMLDivElement => {
  const element = document.createElement('div')
  // Set by script: a style attribute in the page's text would be refused (CSP).
  element.style.cssText = style
  if (child) element.append(child)
  return element
}

const put = ({ style }: HTMLElement, { left, top, width, height }: Place): void => {
  for (const [name, pixels] of Object.entries({ left, top, width, height })) style.setProperty(name, `${pixels}px`)
}

/** Room that every page of the site keeps for the window's scroll bar, in CSS pixels. */
const gutterOf = (table: HTMLElement): number => {
  table.style.cssText += ';overflow:auto;scrollbar-gutter:stable'
  const gutter = table.offsetWidth - table.clientWidth
  table.style.scrollbarGutter = ''
  return gutter
}

/**
 * Shows the picture of the first page where the viewer will show it, before there is a viewer. It lies over the page
 * that is still coming together, below the site's header; it takes no press and is nothing to a screen reader.
 *
 * @param page in canvas pixels
 * @returns takes it away again
 */
export const coverWith = (canvas: HTMLCanvasElement, page: Size, zoom: number): (() => void) => {
  canvas.style.cssText = 'width:100%;height:100%'
  const sheet = box('position:absolute;background:#fff', canvas)
  const content = box('position:relative', sheet)
  // The colour comes with the shell's style sheet.
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
  // Twice: what has grown a scroll bar has less room.
  lay()
  lay()
  return () => table.remove()
}

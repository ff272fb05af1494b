import type { Rect } from '../../geometry/geometry.ts'
import type { LaidText } from '../engine/pdf-engine.ts'
import type { TextRange } from './fold-text.ts'

export type MeasuredRect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Relative to the sheet: they follow the zoom. */
export const fractionsOf = (rects: readonly MeasuredRect[], sheet: MeasuredRect): Rect[] =>
  rects
    .filter(({ width, height }) => width > 0 && height > 0 && sheet.width > 0 && sheet.height > 0)
    .map(({ left, top, width, height }) => ({
      x: (left - sheet.left) / sheet.width,
      y: (top - sheet.top) / sheet.height,
      width: width / sheet.width,
      height: height / sheet.height,
    }))

export const boundsOf = (rects: readonly Rect[]): Rect | undefined => {
  if (rects.length === 0) return undefined
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** One rectangle per line fragment. */
export const rectsOf = ({ from, to }: TextRange, runs: readonly LaidText[]): MeasuredRect[] =>
  runs.slice(from.item, to.item + 1).flatMap(({ element }, index) => {
    const text = element.firstChild
    if (!(text instanceof Text)) return []
    const item = from.item + index
    const range = document.createRange()
    range.setStart(text, item === from.item ? from.offset : 0)
    range.setEnd(text, item === to.item ? to.offset : text.length)
    return [...range.getClientRects()]
  })

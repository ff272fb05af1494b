import type { Point } from '../../fields/geometry.ts'

/** Where a run of text is on the screen, in CSS pixels. */
export type RunBox = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** The run that a hand means, and whether its beginning or its end. */
export interface Nearest {
  readonly index: number
  readonly side: 'start' | 'end'
}

const outside = (value: number, low: number, high: number): number => Math.max(low - value, 0, value - high)

/** Rows first: beside a line its end is meant, however near the next line is. */
const ROW_WEIGHT = 1000

/**
 * The run of text nearest to a point between the lines or beside them. Undefined where there is no text. Left, above
 * and before are the same here: of writing from right to left the other end is taken.
 */
export const nearestText = (boxes: readonly RunBox[], { x, y }: Point): Nearest | undefined => {
  let best: { index: number; cost: number } | undefined
  boxes.forEach(({ left, top, right, bottom }, index) => {
    if (right <= left || bottom <= top) return
    const cost = outside(y, top, bottom) * ROW_WEIGHT + outside(x, left, right)
    if (!best || cost < best.cost) best = { index, cost }
  })
  const box = best && boxes[best.index]
  if (!best || !box) return undefined
  if (y < box.top) return { index: best.index, side: 'start' }
  if (y > box.bottom) return { index: best.index, side: 'end' }
  return { index: best.index, side: x < (box.left + box.right) / 2 ? 'start' : 'end' }
}

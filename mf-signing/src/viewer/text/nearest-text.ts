import type { Point } from '../../geometry/geometry.ts'

export type RunBox = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

export interface NearestText {
  readonly index: number
  readonly side: 'start' | 'end'
}

const outside = (value: number, low: number, high: number): number => Math.max(low - value, 0, value - high)

/** Prefers the same row over closer lines. */
const ROW_WEIGHT = 1000

/** Assumes left-to-right text. */
export const nearestText = (boxes: readonly RunBox[], { x, y }: Point): NearestText | undefined => {
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

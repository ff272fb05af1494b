import type { PageRect } from '../../syntax/index.ts'
import type { Rendering } from './tools.ts'

/** Darker than the test pages' grey. */
export const INK = 100

/** In fractions of the picture. */
export const inkBox = ({ width, height, pixels }: Rendering): PageRect => {
  let [left, top, right, bottom] = [width, height, 0, 0]
  pixels.forEach((value, index) => {
    if (value > INK) return
    const [x, y] = [index % width, Math.floor(index / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  })
  return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height }
}

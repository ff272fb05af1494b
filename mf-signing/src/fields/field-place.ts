import type { CSSProperties } from 'react'
import type { FractionRect } from './geometry.ts'

const percent = (fraction: number) => `${fraction * 100}%`

/** Where a field lies on the element that is as large as its page. */
export const placeOf = (rect: FractionRect): CSSProperties => ({
  insetInlineStart: percent(rect.x),
  insetBlockStart: percent(rect.y),
  inlineSize: percent(rect.width),
  blockSize: percent(rect.height),
})

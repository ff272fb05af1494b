import type { CSSProperties } from 'react'
import type { FractionRect } from './geometry.ts'

const percent = (fraction: number) => `${fraction * 100}%`

export const placeOf = (rect: FractionRect): CSSProperties => ({
  insetInlineStart: percent(rect.x),
  insetBlockStart: percent(rect.y),
  inlineSize: percent(rect.width),
  blockSize: percent(rect.height),
})

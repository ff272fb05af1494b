import { drawnPng } from '../../signature-dialog/drawing.ts'
import type { Stroke } from '../../signature-dialog/strokes.ts'

const PAD_WIDTHS_PX = [480, 320, 240, 160] as const

export const initialsPng = (strokes: readonly Stroke[], characters: number): { png?: string; smallest: number } => {
  let smallest = 0
  for (const width of PAD_WIDTHS_PX) {
    const png = drawnPng(strokes, width)
    smallest = png.length
    if (smallest <= characters) return { png, smallest }
  }
  return { smallest }
}

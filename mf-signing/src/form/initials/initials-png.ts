import { drawnPng } from '../../signature-dialog/drawing.ts'
import type { Stroke } from '../../signature-dialog/strokes.ts'

/** Pixels of a whole pad. */
const WIDTHS = [480, 320, 240, 160] as const

/** In characters. */
export const initialsPng = (strokes: readonly Stroke[], room: number): { png?: string; smallest: number } => {
  let smallest = 0
  for (const width of WIDTHS) {
    const png = drawnPng(strokes, width)
    smallest = png.length
    if (smallest <= room) return { png, smallest }
  }
  return { smallest }
}

import { drawnPng } from '../../signature-dialog/drawing.ts'
import type { Stroke } from '../../signature-dialog/strokes.ts'

/** Pixels of a whole pad; a box is about an inch wide. */
const WIDTHS = [480, 320, 240, 160] as const

/** The sharpest drawing within `room` characters; `smallest`: of the coarsest. */
export const initialsPng = (strokes: readonly Stroke[], room: number): { png?: string; smallest: number } => {
  let smallest = 0
  for (const width of WIDTHS) {
    const png = drawnPng(strokes, width)
    smallest = png.length
    if (smallest <= room) return { png, smallest }
  }
  return { smallest }
}

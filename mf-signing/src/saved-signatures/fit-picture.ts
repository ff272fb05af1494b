import type { Size } from '../geometry/geometry.ts'
import { EXPORT_MAX_WIDTH_PX, SIGNATURE_CANVAS } from '../signature-dialog/constants.ts'

/** Units of pdf.js's outlines per page side. */
const UNITS = 10_000
/** Of a pen stroke, per thickness. */
const STROKE = 0.6
const MARGIN_PX = 12
const MAX_HEIGHT_PX = (EXPORT_MAX_WIDTH_PX * SIGNATURE_CANVAS.height) / SIGNATURE_CANVAS.width

export interface FittedPicture extends Size {
  readonly scale: number
  readonly x: number
  readonly y: number
  /** In units of the path. */
  readonly lineWidth: number
}

/** Places a path in a PNG of at most 1000 × 400 pixels. */
export const fitPicture = (
  viewBox: string,
  { thickness, width, height }: Size & { readonly thickness: number },
): FittedPicture => {
  const [left = 0, top = 0, boxWidth = UNITS, boxHeight = UNITS] = viewBox.split(' ').map(Number)
  const room = { width: EXPORT_MAX_WIDTH_PX - 2 * MARGIN_PX, height: MAX_HEIGHT_PX - 2 * MARGIN_PX }
  const scale = Math.min(room.width / Math.max(1, boxWidth), room.height / Math.max(1, boxHeight))
  return {
    width: Math.round(boxWidth * scale) + 2 * MARGIN_PX,
    height: Math.round(boxHeight * scale) + 2 * MARGIN_PX,
    scale,
    x: MARGIN_PX - left * scale,
    y: MARGIN_PX - top * scale,
    lineWidth: (Math.max(1, thickness) * STROKE * UNITS) / Math.max(width, height),
  }
}

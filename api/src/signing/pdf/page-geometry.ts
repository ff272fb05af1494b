import { type PageRotation, type PdfBox, seenSize } from 'shared/contract'

/** `a b c d e f` of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

/**
 * Size, as seen and in points, of an appearance that fills `rect`, and the matrix that stands it upright.
 * A reader scales the turned box into the annotation's /Rect (ISO 32000-1, 12.5.5).
 */
export function uprightAppearance(
  rect: PdfBox,
  rotate: PageRotation,
): { width: number; height: number; matrix: Matrix } {
  const { width, height } = seenSize({ cropBox: rect, rotate })
  switch (rotate) {
    case 0:
      return { width, height, matrix: [1, 0, 0, 1, 0, 0] }
    case 90:
      return { width, height, matrix: [0, 1, -1, 0, height, 0] }
    case 180:
      return { width, height, matrix: [-1, 0, 0, -1, width, height] }
    case 270:
      return { width, height, matrix: [0, -1, 1, 0, 0, width] }
  }
}

/** /Rotate as a `PageRotation`; undefined where it is no multiple of 90. */
export function rotationOf(degrees: number): PageRotation | undefined {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : undefined
}

/** What two boxes have in common; undefined where that has no area. */
export function intersect(a: PdfBox, b: PdfBox): PdfBox | undefined {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : undefined
}

import { type PageRotation, type PdfBox, seenSize } from '../syntax/index.ts'

/** `a b c d e f` (ISO 32000-1, 8.3.3). */
export type AffineMatrix = readonly [number, number, number, number, number, number]

/**
 * Returns the upright size in points, and its matrix.
 * Readers scale the rotated box into /Rect (ISO 32000-1, 12.5.5).
 */
export function uprightAppearance(
  rect: PdfBox,
  rotate: PageRotation,
): { width: number; height: number; matrix: AffineMatrix } {
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

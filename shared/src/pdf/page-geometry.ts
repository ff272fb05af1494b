import type { PageRotation, PdfBox } from '../contract/geometry.ts'

/** Normalises /Rotate; undefined if not a multiple of 90. */
export function rotationOf(degrees: number): PageRotation | undefined {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : undefined
}

/** Undefined if the intersection has no area. */
export function intersect(a: PdfBox, b: PdfBox): PdfBox | undefined {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : undefined
}

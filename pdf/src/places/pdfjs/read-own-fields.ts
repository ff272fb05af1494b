import type { OwnField, SeenBox } from '../page-marks.ts'
import { applyMatrix, type PlaneMatrix } from './affine.ts'

/** Hidden and NoView (ISO 32000-2, table 167). */
const UNSEEN = 2 | 32

const boxOf = (rect: unknown, view: PlaneMatrix): SeenBox | undefined => {
  if (!Array.isArray(rect)) return undefined
  const [x0, y0, x1, y1] = rect.map(Number)
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined
  const [a, b] = [applyMatrix(view, x0, y0), applyMatrix(view, x1, y1)]
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) }
}

/** Reads the fields of the PDF's form from pdf.js's annotations. */
export const readOwnFields = (annotations: readonly unknown[], view: PlaneMatrix): readonly OwnField[] =>
  annotations.flatMap((annotation): OwnField[] => {
    if (typeof annotation !== 'object' || annotation === null) return []
    const { subtype, fieldType, rect, annotationFlags, hasAppearance, alternativeText } = annotation as Record<
      string,
      unknown
    >
    const box = boxOf(rect, view)
    if (subtype !== 'Widget' || box === undefined || (Number(annotationFlags ?? 0) & UNSEEN) !== 0) return []
    // pdf.js does not say whether it is signed; a signature that can be seen has an appearance.
    const asksToSign = fieldType === 'Sig' && hasAppearance === false
    return [{ box, asksToSign, label: typeof alternativeText === 'string' ? alternativeText : '' }]
  })

import type { ObjectReader } from '../syntax/object-reader.ts'
import { isArray, isDict, isNamed, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import { fromPdfBox, type Rect } from '../syntax/page-geometry.ts'
import type { PdfPage } from '../syntax/page-tree.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'

/**
 * Annotation flags (ISO 32000-2, 12.5.3): Hidden; NoZoom
 * and NoRotate.
 */
const HIDDEN = 2
const OUT_OF_PLACE = 8 + 16

/** True if the flags are invalid or allow drawing outside /Rect. */
export function mayDrawOutside({ entries }: PdfDict): boolean {
  const flags = entries.get('F') ?? 0
  return typeof flags !== 'number' || (flags & OUT_OF_PLACE) !== 0
}

type Corners = readonly [number, number, number, number]

/** Points; some readers wrap larger numbers. */
const FARTHEST = 1_000_000

function corners(objects: ObjectReader, dict: PdfDict, key: string): Corners | undefined {
  const rect = objects.get(dict, key)
  const items = isArray(rect) ? rect.items.map((item) => objects.resolve(item)) : []
  const [x0, y0, x1, y1] = items.filter((item) => typeof item === 'number' && Math.abs(item) <= FARTHEST)
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number') {
    return undefined
  }
  return items.length === 4 ? [x0, y0, x1, y1] : undefined
}

const isFlat = ([x0, y0, x1, y1]: Corners): boolean => x0 === x1 || y0 === y1

/**
 * Form XObject with /BBox: readers fit it into /Rect. A flat
 * box is invisible.
 */
function isFitting(objects: ObjectReader, look: PdfObject, mayBeFlat: boolean): boolean {
  if (!isStream(look)) return false
  const matrix = objects.get(look.dict, 'Matrix')
  const numbers = isArray(matrix) ? matrix.items.map((item) => objects.resolve(item)) : []
  const isMatrix = numbers.length === 6 && numbers.every((each) => typeof each === 'number')
  const box = corners(objects, look.dict, 'BBox')
  return box !== undefined && (mayBeFlat || !isFlat(box)) && (matrix === null || isMatrix)
}

export function keepsToRectangle(objects: ObjectReader, widget: PdfDict): boolean {
  const looks = objects.get(widget, 'AP')
  const normal = isDict(looks) ? objects.get(looks, 'N') : null
  if (normal === null) return true
  const rect = corners(objects, widget, 'Rect')
  const mayBeFlat = rect !== undefined && isFlat(rect)
  if (!isDict(normal)) return isFitting(objects, normal, mayBeFlat)
  return [...normal.entries.values()].every((state) => isFitting(objects, objects.resolve(state), mayBeFlat))
}

/** True if /AP is one empty stream (poppler's unseen signatures). */
function drawsNothing(objects: ObjectReader, widget: PdfDict): boolean {
  const looks = objects.get(widget, 'AP')
  if (!isDict(looks) || [...looks.entries.keys()].join() !== 'N') return false
  const normal = objects.get(looks, 'N')
  return isStream(normal) && normal.data.length === 0
}

/**
 * In fractions of the visible page.
 * @returns `unseen` if invisible, `strange` if it may draw
 * outside /Rect
 */
export function lookOf({ objects }: PdfDocument, widget: PdfDict, page: PdfPage): Rect | 'unseen' | 'strange' {
  const flags = objects.get(widget, 'F')
  const bits = typeof flags === 'number' ? flags : 0
  if (!isNamed(objects.get(widget, 'Subtype'), 'Widget')) return 'strange'
  const rect = corners(objects, widget, 'Rect')
  if (rect === undefined)
    return objects.get(widget, 'Rect') === null && !widget.entries.has('AP') ? 'unseen' : 'strange'
  const [x0, y0, x1, y1] = rect
  if ((bits & HIDDEN) !== 0 || (isFlat(rect) && drawsNothing(objects, widget))) return 'unseen'
  if (mayDrawOutside(widget) || !keepsToRectangle(objects, widget)) return 'strange'
  if (isFlat(rect)) return 'unseen'
  const box = { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) }
  const { x, y, width, height } = fromPdfBox(page.view(), box)
  return { x, y, width, height }
}

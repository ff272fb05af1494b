import type { ObjectReader } from '../syntax/object-reader.ts'
import { isArray, isDict, isName, isStream, type PdfDict, type PdfObject, type PdfStream } from '../syntax/objects.ts'
import { fromPdfBox, type PageRect, type PdfBox } from '../syntax/page-geometry.ts'
import type { TreePage } from '../syntax/page-tree.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { FARTHEST_NUMBER, findOddEntry } from '../syntax/readings/one-reading.ts'

/**
 * Where any reader may paint: in fractions of the visible page,
 * `none` for exact shapes that no reader paints, or `strange`
 * where readers may differ.
 */
export type AnnotationInk = PageRect | 'none' | 'strange'

const WHOLE_PAGE: PageRect = { x: 0, y: 0, width: 1, height: 1 }

/** Annotation flags (ISO 32000-2, 12.5.3): NoZoom and NoRotate. */
const OUT_OF_PLACE = 8 + 16
/** Points around a rectangle whose border a reader draws itself. */
const OWN_BORDER = 1

type Corners = readonly [number, number, number, number]

function corners(objects: ObjectReader, dict: PdfDict, key: string): Corners | undefined {
  const value = objects.get(dict, key)
  const items = isArray(value) ? value.items.map((item) => objects.resolve(item)) : []
  const [x0, y0, x1, y1] = items.filter((item) => typeof item === 'number' && Math.abs(item) <= FARTHEST_NUMBER)
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number') {
    return undefined
  }
  return items.length === 4 ? [x0, y0, x1, y1] : undefined
}

const isFlat = ([x0, y0, x1, y1]: Corners): boolean => x0 === x1 || y0 === y1

/** Every stream that a reader may take for the appearance, in any state. */
function streamsOf(objects: ObjectReader, annotation: PdfDict): PdfStream[] {
  const looks = objects.get(annotation, 'AP')
  const kinds = isDict(looks) ? [...looks.entries.values()].map((look) => objects.resolve(look)) : []
  return kinds.flatMap((look) => {
    if (look === null) return []
    const states = isDict(look) ? [...look.entries.values()].map((state) => objects.resolve(state)) : [look]
    return states.filter(isStream)
  })
}

const EMPTY_ZLIB = [0x03, 0x00, 0x00, 0x00, 0x00, 0x01]

/** No operators: empty, also compressed (iText), or a comment alone (Acrobat's `% DSBlank`). */
function drawsNothing({ dict, data }: PdfStream): boolean {
  if (dict.entries.has('Filter'))
    return data.length === 8 && data[0] === 0x78 && EMPTY_ZLIB.every((byte, index) => data[index + 2] === byte)
  return data.length < 100 && /^(\s|%[^\r\n]*([\r\n]|$))*$/.test(String.fromCharCode(...data))
}

type Fit = 'inside' | 'anywhere' | 'strange'

/**
 * Readers fit the turned box into /Rect (12.5.5). They differ
 * for a box or matrix that cannot be fitted, and round the
 * corners of one that is neither upright nor turned by 90°.
 */
function fitOf(objects: ObjectReader, look: PdfStream, mayBeFlat: boolean): Fit {
  if (findOddEntry(objects, look.dict, 'drawing') !== undefined) return 'strange'
  const box = corners(objects, look.dict, 'BBox')
  if (box === undefined || (!mayBeFlat && isFlat(box))) return 'strange'
  const matrix = objects.get(look.dict, 'Matrix')
  if (!isArray(matrix)) return 'inside'
  const [a = 0, b = 0, c = 0, d = 0] = matrix.items.map((item) => Number(objects.resolve(item)))
  if (Math.abs(a * d - b * c) < 1e-9) return mayBeFlat ? 'inside' : 'strange'
  return (b === 0 && c === 0) || (a === 0 && d === 0) ? 'inside' : 'anywhere'
}

function worstFit(objects: ObjectReader, streams: readonly PdfStream[], mayBeFlat: boolean): Fit {
  const fits = streams.map((look) => fitOf(objects, look, mayBeFlat))
  if (fits.includes('strange')) return 'strange'
  return fits.includes('anywhere') ? 'anywhere' : 'inside'
}

function borderWidth(objects: ObjectReader, annotation: PdfDict): number {
  const style = objects.get(annotation, 'BS')
  const border = objects.get(annotation, 'Border')
  const widths = [
    isDict(style) ? objects.get(style, 'W') : null,
    isArray(border) ? objects.resolve(border.items[2]) : null,
  ]
  return Math.max(OWN_BORDER, ...widths.filter((width) => typeof width === 'number'))
}

const isOddPage = (objects: ObjectReader, { dict }: TreePage): boolean => {
  let node: PdfObject = dict
  for (let depth = 0; isDict(node); depth++) {
    if (depth > 64 || findOddEntry(objects, node, 'page') !== undefined) return true
    node = objects.get(node, 'Parent')
  }
  return false
}

/** Ink outside of the page stays where it is. */
const visiblePart = ({ x, y, width, height }: PageRect): PageRect => {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)]
  if (left >= right || top >= bottom) return { x, y, width, height }
  const isInside = x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1
  return isInside ? { x, y, width, height } : { x: left, y: top, width: right - left, height: bottom - top }
}

const onPage = (page: TreePage, [x0, y0, x1, y1]: Corners, margin: number): PageRect => {
  const box: PdfBox = {
    x0: Math.min(x0, x1) - margin,
    y0: Math.min(y0, y1) - margin,
    x1: Math.max(x0, x1) + margin,
    y1: Math.max(y0, y1) + margin,
  }
  return visiblePart(fromPdfBox(page.view(), box))
}

const union = (a: PageRect, b: PageRect): PageRect => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)]
  return { x, y, width: right - x, height: bottom - y }
}

/** Where ink may come or go. */
export function joinInk(a: AnnotationInk, b: AnnotationInk): AnnotationInk {
  if (a === 'strange' || b === 'strange') return 'strange'
  if (a === 'none') return b
  return b === 'none' ? a : union(a, b)
}

/**
 * A flag never makes ink invisible: readers ignore flags, and
 * understand odd ones differently.
 */
export function inkOf({ objects }: PdfDocument, annotation: PdfDict, page: TreePage): AnnotationInk {
  if (findOddEntry(objects, annotation, 'annotation', true) !== undefined || isOddPage(objects, page)) return 'strange'
  if (!isName(objects.get(annotation, 'Subtype'))) return 'strange'
  const streams = streamsOf(objects, annotation)
  const rect = corners(objects, annotation, 'Rect')
  if (rect === undefined) return annotation.entries.has('Rect') || streams.length > 0 ? 'strange' : 'none'
  const isBlank = streams.every(drawsNothing)
  if (isFlat(rect) && isBlank) return 'none'
  const fit = worstFit(objects, streams, isFlat(rect))
  if (fit === 'strange') return 'strange'
  const flags = objects.get(annotation, 'F')
  if (fit === 'anywhere' || (typeof flags === 'number' && (flags & OUT_OF_PLACE) !== 0)) return WHOLE_PAGE
  const isDrawnByReader = streams.length === 0 || isFlat(rect)
  return onPage(page, rect, isDrawnByReader ? borderWidth(objects, annotation) : 0)
}

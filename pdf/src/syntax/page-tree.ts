import type { PdfLimits } from './limits.ts'
import type { ObjectReader } from './object-reader.ts'
import { isArray, isDict, isNameOf, type PdfArray, type PdfDict, type PdfObject, type PdfRef } from './objects.ts'
import type { PageRotation, PageView, PdfBox } from './page-geometry.ts'
import { intersectBoxes, rotationOf } from './page-geometry.ts'
import { malformedPdf } from './pdf-error.ts'
import { createTreeGuard } from './tree-guard.ts'

/** Page with inherited attributes (ISO 32000-1, 7.7.3.3). */
export interface TreePage {
  /** From 1. */
  readonly pageNumber: number
  /** Undefined for a direct page in /Kids, which is invalid. */
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  /** @throws PDF_MALFORMED without usable boxes */
  view(): PageView
}

interface Inherited {
  readonly mediaBox: PdfObject
  readonly cropBox: PdfObject
  readonly rotate: PdfObject
}

/**
 * Reads the page tree (ISO 32000-1, 7.7.3) with inherited entries.
 *
 * @throws PdfError PDF_TOO_COMPLEX, PDF_MALFORMED for loops
 */
export function readPages(objects: ObjectReader, catalog: PdfDict, limits: PdfLimits): TreePage[] {
  const pages: TreePage[] = []
  const enter = createTreeGuard(limits, 'page tree', 'the page tree is too large')

  const visit = (node: PdfObject, inherited: Inherited, depth: number): void => {
    const nodeRef = enter(node, depth)
    const dict = objects.resolve(node)
    if (!isDict(dict)) throw malformedPdf('a node of the page tree is not a dictionary')
    const own = inherit(objects, dict, inherited)
    const kids = objects.get(dict, 'Kids')
    if (checkType(objects, dict, kids)) {
      for (const kid of kids.items) visit(kid, own, depth + 1)
    } else pages.push(createPage(objects, pages.length + 1, nodeRef, dict, own))
  }

  visit(catalog.entries.get('Pages') ?? null, { mediaBox: null, cropBox: null, rotate: null }, 0)
  return pages
}

const inherit = (objects: ObjectReader, dict: PdfDict, from: Inherited): Inherited => ({
  mediaBox: objects.get(dict, 'MediaBox') ?? from.mediaBox,
  cropBox: objects.get(dict, 'CropBox') ?? from.cropBox,
  rotate: objects.get(dict, 'Rotate') ?? from.rotate,
})

/**
 * True for an inner node. Tolerates a missing /Type, but no
 * contradiction with /Kids.
 */
function checkType(objects: ObjectReader, dict: PdfDict, kids: PdfObject): kids is PdfArray {
  const type = objects.get(dict, 'Type')
  const inner = isArray(kids)
  if ((kids !== null && !inner) || isNameOf(type, inner ? 'Page' : 'Pages')) {
    throw malformedPdf('a node of the page tree is neither a page nor a list of pages')
  }
  return inner
}

function createPage(
  objects: ObjectReader,
  pageNumber: number,
  ref: PdfRef | undefined,
  dict: PdfDict,
  inherited: Inherited,
): TreePage {
  return {
    pageNumber,
    ref,
    dict,
    view() {
      const mediaBox = readBox(objects, inherited.mediaBox)
      if (mediaBox === undefined) throw malformedPdf(`page ${pageNumber} has no usable /MediaBox`)
      const cropBox = readBox(objects, inherited.cropBox)
      // Like pdf.js: clips to the media box and ignores an empty
      // crop box.
      const visible = cropBox === undefined ? mediaBox : (intersectBoxes(cropBox, mediaBox) ?? mediaBox)
      return { cropBox: visible, rotate: readRotation(inherited.rotate, pageNumber) }
    },
  }
}

function readRotation(rotate: PdfObject, pageNumber: number): PageRotation {
  const rotation = rotate === null ? 0 : typeof rotate === 'number' ? rotationOf(rotate) : undefined
  if (rotation === undefined) throw malformedPdf(`/Rotate of page ${pageNumber} is no multiple of 90`)
  return rotation
}

/** Any two opposite corners (7.9.5); undefined without area. */
export function readBox(objects: ObjectReader, value: PdfObject): PdfBox | undefined {
  if (!isArray(value) || value.items.length !== 4) return undefined
  const numbers = value.items.map((item) => objects.resolve(item)).filter((item) => typeof item === 'number')
  const [ax, ay, bx, by] = numbers
  if (ax === undefined || ay === undefined || bx === undefined || by === undefined) return undefined
  const box = { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : undefined
}

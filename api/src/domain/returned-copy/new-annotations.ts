import {
  formatObject,
  fromPdfBox,
  isArray,
  isDict,
  isStream,
  type PageRect,
  type PdfDocument,
  type PdfObject,
} from 'pdf'

/** Something that the foreign program drew apart from its signature. */
export interface NewAnnotation {
  readonly page: number
  /** In fractions of the visible page; undefined if readers may disagree. */
  readonly rect: PageRect | undefined
}

const annotationsOf = (document: PdfDocument, page: number): readonly PdfObject[] => {
  const found = document.objects.get(document.page(page).dict, 'Annots')
  return isArray(found) ? found.items : []
}

/** An item of a list is no stream. */
const textOf = (item: PdfObject): string => (isStream(item) ? '' : formatObject(item))

/** Whatever its flags say: readers differ about hidden ones. */
const rectOf = (document: PdfDocument, page: number, item: PdfObject): PageRect | undefined => {
  const annotation = document.objects.resolve(item)
  const rect = isDict(annotation) ? document.objects.get(annotation, 'Rect') : null
  const [x0, y0, x1, y1, ...others] = isArray(rect) ? rect.items : []
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number')
    return undefined
  return others.length > 0 ? undefined : fromPdfBox(document.page(page).view(), { x0, y0, x1, y1 })
}

/** Annotations of the copy that the base lacks. @throws PdfError */
export const newAnnotations = (base: PdfDocument, copy: PdfDocument): NewAnnotation[] =>
  copy.pages().flatMap(({ pageNumber: page }) => {
    const known = new Set(page <= base.pageCount ? annotationsOf(base, page).map(textOf) : [])
    const added = annotationsOf(copy, page).filter((item) => !known.has(textOf(item)))
    return added.map((item) => ({ page, rect: rectOf(copy, page, item) }))
  })

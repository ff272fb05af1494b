import {
  fromPdfBox,
  isArray,
  isDict,
  isRef,
  type PageRect,
  type PdfBox,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfSignatureField,
} from '../syntax/index.ts'

interface PlacedWidget {
  readonly page: number
  readonly rect: PageRect
}

/** A signature field of the PDF's own form that no signature fills. */
export interface EmptyField extends PlacedWidget {
  /** Fully qualified. */
  readonly name: string
}

/** As `12 0`; undefined for a direct object. */
export const keyOf = (item: PdfObject): string | undefined => (isRef(item) ? `${item.num} ${item.gen}` : undefined)

const pagesByWidget = (document: PdfDocument): ReadonlyMap<string, number> => {
  const pages = new Map<string, number>()
  for (const { pageNumber, dict } of document.pages()) {
    const annotations = document.objects.get(dict, 'Annots')
    if (!isArray(annotations)) continue
    for (const item of annotations.items) {
      const key = keyOf(item)
      if (key !== undefined) pages.set(key, pageNumber)
    }
  }
  return pages
}

const widgetBox = ({ objects }: PdfDocument, widget: PdfDict): PdfBox | undefined => {
  const rect = objects.get(widget, 'Rect')
  const [ax, ay, bx, by] = isArray(rect) ? rect.items.map((item) => objects.resolve(item)) : []
  if (typeof ax !== 'number' || typeof ay !== 'number' || typeof bx !== 'number' || typeof by !== 'number')
    return undefined
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
}

const within = (value: number): number => Math.min(Math.max(value, 0), 1)

const clip = ({ x, y, width, height }: PageRect): PageRect | undefined => {
  const [left, top] = [within(x), within(y)]
  const clipped = { x: left, y: top, width: within(x + width) - left, height: within(y + height) - top }
  return clipped.width > 0 && clipped.height > 0 ? clipped : undefined
}

const widgetsOf = ({ objects }: PdfDocument, { ref, dict }: PdfSignatureField): readonly PdfObject[] => {
  const kids = objects.get(dict, 'Kids')
  if (isArray(kids)) return kids.items
  return ref === undefined ? [] : [ref]
}

/** Places on the visible page in fractions from its top left corner; undefined outside of it. */
export const placeWidgets = (document: PdfDocument): ((widget: PdfObject) => PlacedWidget | undefined) => {
  const pages = pagesByWidget(document)
  return (widget) => {
    const page = pages.get(keyOf(widget) ?? '')
    const dict = document.objects.resolve(widget)
    const box = isDict(dict) ? widgetBox(document, dict) : undefined
    if (page === undefined || box === undefined) return undefined
    const rect = clip(fromPdfBox(document.page(page).view(), box))
    return rect && { page, rect }
  }
}

/** Finds empty signature fields that a page shows; a field with several widgets gets its first place. */
export const emptyFields = (document: PdfDocument): EmptyField[] => {
  const open = document.signatureFields().filter(({ signed }) => !signed)
  if (open.length === 0) return []
  const place = placeWidgets(document)
  return open.flatMap((field) => {
    const found = widgetsOf(document, field)
      .map(place)
      .find((placed) => placed !== undefined)
    return found === undefined ? [] : [{ name: field.name, ...found }]
  })
}

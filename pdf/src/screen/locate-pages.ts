import type { ObjectReader, PdfDocument } from '../syntax/index.ts'
import { isArray, isDict, isRef, isStream, PdfError, type PdfObject } from '../syntax/index.ts'

/** Keys to other pages or to the whole document. */
const LEADING_AWAY = new Set(['Parent', 'P', 'Dest', 'D', 'StructParent', 'B', 'Popup', 'IRT'])
/** References from a page to an object. */
const DEEPEST = 8
/** Objects without a page are reported without one. */
const MOST_STEPS = 200_000

/** First page that reaches each object. */
export function locatePages(document: PdfDocument): ReadonlyMap<number, number> {
  const pageOf = new Map<number, number>()
  let steps = 0

  const visit = (value: PdfObject, page: number, depth: number): void => {
    if (depth > DEEPEST || ++steps > MOST_STEPS) return
    if (isRef(value)) {
      if (pageOf.has(value.num)) return
      pageOf.set(value.num, page)
      visit(readOrNull(document.objects, value), page, depth)
    } else for (const part of childObjects(value)) visit(part, page, depth + 1)
  }

  for (const page of document.pages()) {
    if (page.ref !== undefined) pageOf.set(page.ref.num, page.pageNumber)
  }
  for (const page of document.pages()) visit(page.dict, page.pageNumber, 0)
  return pageOf
}

const childObjects = (value: PdfObject): readonly PdfObject[] => {
  if (isArray(value)) return value.items
  if (isStream(value)) return childObjects(value.dict)
  return isDict(value) ? [...value.entries].flatMap(([key, entry]) => (LEADING_AWAY.has(key) ? [] : [entry])) : []
}

/** An unreadable object has no parts. */
const readOrNull = (objects: ObjectReader, value: PdfObject): PdfObject => {
  try {
    return objects.resolve(value)
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

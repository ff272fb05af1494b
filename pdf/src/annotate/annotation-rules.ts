import {
  isDict,
  isName,
  isNameOf,
  isRef,
  isStream,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
} from '../syntax/index.ts'
import { sameObject } from './same-object.ts'

/** Types that users edit (ISO 32000-1, 12.5.6). */
const EDITABLE = new Set(['FreeText', 'Highlight', 'Ink', 'Popup', 'Squiggly', 'Stamp', 'StrikeOut', 'Underline'])

/** Appearance and text only, never actions. */
const MAY_CHANGE = new Set([
  ...['Type', 'Subtype', 'Rect', 'Contents', 'RC', 'CreationDate', 'M', 'NM', 'T', 'Subj', 'F', 'P', 'Name', 'Lang'],
  ...['AP', 'DA', 'DS', 'Q', 'C', 'IC', 'CA', 'ca', 'BS', 'BE', 'Border', 'BM', 'RD', 'Rotate', 'IT'],
  ...['InkList', 'QuadPoints', 'Popup', 'Parent', 'Open', 'StructParent'],
])

export const editableAnnotation = (document: PdfDocument, item: PdfObject | undefined): PdfDict | undefined => {
  const annotation = document.objects.resolve(item)
  if (!isDict(annotation)) return undefined
  const subtype = document.objects.get(annotation, 'Subtype')
  return isName(subtype) && EDITABLE.has(subtype.value) ? annotation : undefined
}

const isPicture = (document: PdfDocument, appearance: PdfObject): boolean => {
  if (!isDict(appearance) || [...appearance.entries.keys()].some((key) => key !== 'N')) return false
  const normal = appearance.entries.get('N')
  const form = document.objects.resolve(normal)
  return isRef(normal) && isStream(form) && isNameOf(document.objects.get(form.dict, 'Subtype'), 'Form')
}

/**
 * @returns the reason; undefined if allowed
 * @param before undefined for a new annotation
 */
export const refusedChange = (
  document: PdfDocument,
  before: PdfDict | undefined,
  after: PdfDict,
): string | undefined => {
  const keys = new Set([...after.entries.keys(), ...(before?.entries.keys() ?? [])])
  const changed = [...keys].filter((key) => !sameObject(before?.entries.get(key), after.entries.get(key)))
  const strange = changed.find((key) => !MAY_CHANGE.has(key))
  if (strange !== undefined) return `/${strange} of an annotation`
  if (before !== undefined && changed.includes('Subtype')) return 'the kind of an annotation'
  const appearance = document.objects.get(after, 'AP')
  if (changed.includes('AP') && appearance !== null && !isPicture(document, appearance)) return 'an appearance'
  return undefined
}

import {
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
} from '../syntax/index.ts'
import { sameObject } from './same-object.ts'

/** What people add, change and delete (ISO 32000-1, 12.5.6). Fields and links are none of it. */
const EDITABLE = new Set(['FreeText', 'Highlight', 'Ink', 'Popup', 'Squiggly', 'Stamp', 'StrikeOut', 'Underline'])

/** What may be new or different in an annotation: how it looks and what it says, and nothing that it does. */
const MAY_CHANGE = new Set([
  ...['Type', 'Subtype', 'Rect', 'Contents', 'RC', 'CreationDate', 'M', 'NM', 'T', 'Subj', 'F', 'P', 'Name', 'Lang'],
  ...['AP', 'DA', 'DS', 'Q', 'C', 'IC', 'CA', 'ca', 'BS', 'BE', 'Border', 'BM', 'RD', 'Rotate', 'IT'],
  ...['InkList', 'QuadPoints', 'Popup', 'Parent', 'Open', 'StructParent'],
])

/** The annotation behind an item of /Annots, if it is of a kind that people edit. */
export const editableAnnotation = (document: PdfDocument, item: PdfObject | undefined): PdfDict | undefined => {
  const annotation = document.objects.resolve(item)
  if (!isDict(annotation)) return undefined
  const subtype = document.objects.get(annotation, 'Subtype')
  return isName(subtype) && EDITABLE.has(subtype.value) ? annotation : undefined
}

/** Nothing but a picture for how it looks at rest: no other state, nothing that runs. */
const isPicture = (document: PdfDocument, appearance: PdfObject): boolean => {
  if (!isDict(appearance) || [...appearance.entries.keys()].some((key) => key !== 'N')) return false
  const normal = appearance.entries.get('N')
  const form = document.objects.resolve(normal)
  return isRef(normal) && isStream(form) && isNamed(document.objects.get(form.dict, 'Subtype'), 'Form')
}

/** Why an annotation may not come to look like this; undefined where it may. `before` is absent for a new one. */
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

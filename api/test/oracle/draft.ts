import {
  isArray,
  isDict,
  isRef,
  isStream,
  openPdf,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfRef,
  withEntries,
} from 'pdf'
import { inflateWithNode } from 'pdf/node'

export interface Draft {
  readonly document: PdfDocument
  readonly objects: Map<number, PdfObject | Uint8Array>
  readonly trailer: Map<string, PdfObject>
  readonly freed: Set<number>
  next: number
}

export function startDraft(bytes: Uint8Array): Draft {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  return { document, objects: new Map(), trailer: new Map(), freed: new Set(), next: document.nextObjectNumber }
}

/** Resolves after the update. */
export function read(draft: Draft, object: PdfObject | undefined): PdfObject {
  if (!isRef(object)) return object ?? null
  const drafted = draft.objects.get(object.num)
  return drafted === undefined || drafted instanceof Uint8Array ? draft.document.objects.resolve(object) : drafted
}

export const dictAt = (draft: Draft, object: PdfObject | undefined): PdfDict | undefined => {
  const found = read(draft, object)
  return isDict(found) ? found : isStream(found) ? found.dict : undefined
}

export const itemsAt = (draft: Draft, object: PdfObject | undefined): readonly PdfObject[] => {
  const found = read(draft, object)
  return isArray(found) ? found.items : []
}

export function put(draft: Draft, num: number, object: PdfObject | Uint8Array): PdfRef {
  draft.objects.set(num, object)
  return pdfRef(num)
}

export const add = (draft: Draft, object: PdfObject | Uint8Array): PdfRef => put(draft, draft.next++, object)

export function patch(draft: Draft, num: number, entries: Readonly<Record<string, PdfObject | undefined>>): void {
  const object = read(draft, pdfRef(num))
  if (isStream(object)) put(draft, num, { ...object, dict: withEntries(object.dict, entries) })
  else if (isDict(object)) put(draft, num, withEntries(object, entries))
}

export const catalogOf = (draft: Draft): number => draft.document.catalogRef.num

export function formOf(draft: Draft): number {
  const catalog = dictAt(draft, pdfRef(catalogOf(draft)))
  const place = catalog?.entries.get('AcroForm')
  if (isRef(place)) return place.num
  const form = add(draft, isDict(place) ? place : withEntries(undefined, { Fields: { kind: 'array', items: [] } }))
  patch(draft, catalogOf(draft), { AcroForm: form })
  return form.num
}

export function append(draft: Draft, owner: number, key: string, items: readonly PdfObject[]): void {
  const place = dictAt(draft, pdfRef(owner))?.entries.get(key)
  const list: PdfObject = { kind: 'array', items: [...itemsAt(draft, place), ...items] }
  if (isRef(place)) put(draft, place.num, list)
  else patch(draft, owner, { [key]: list })
}

export function pageOf(draft: Draft, number = 1): number {
  const page = draft.document.page(number)
  if (page.ref === undefined) throw new Error('the page is no indirect object')
  return page.ref.num
}

import { isArray, isDict, isName, isRef, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfPage } from '../syntax/page-tree.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { formatObject } from '../syntax/serialize.ts'
import type { ChangeKind } from './changes.ts'
import type { ComparedForm } from './compare-form.ts'
import { lookOf } from './look-of-widget.ts'
import { differentKeys, objectOf, type RevisionStep } from './revision-step.ts'

const PAGE_KEYS: Readonly<Record<string, ChangeKind>> = {
  Contents: 'page-content',
  Resources: 'page-resources',
  MediaBox: 'page-geometry',
  CropBox: 'page-geometry',
  TrimBox: 'page-geometry',
  BleedBox: 'page-geometry',
  ArtBox: 'page-geometry',
  Rotate: 'page-geometry',
  UserUnit: 'page-geometry',
  AA: 'action',
}
/** Excludes keys with their own rule. /Tabs is only the tab order. */
const remarkable = (page: PdfDict, key: string): boolean =>
  key !== 'Annots' && !(key === 'Tabs' && isName(page.entries.get(key)))

const identityOf = ({ ref }: PdfPage): number => ref?.num ?? -1

export function comparePages(step: RevisionStep, form: ComparedForm): void {
  const before = step.before.pages()
  const after = step.after.pages()
  const old = before.map(identityOf)
  const now = after.map(identityOf)
  const were = new Set(old)
  const are = new Set(now)
  const added = now.filter((num) => !were.has(num)).length
  const removed = old.filter((num) => !are.has(num)).length
  if (added > 0) step.report('pages-added', { detail: String(added) })
  if (removed > 0) step.report('pages-removed', { detail: String(removed) })
  if (added === 0 && removed === 0 && old.some((num, index) => num !== now[index])) step.report('pages-reordered')
  for (const { ref } of after) if (ref !== undefined && !were.has(ref.num)) step.explainNew(ref)
  const later = new Map(after.map((page) => [identityOf(page), page]))
  for (const page of before) {
    const counterpart = later.get(identityOf(page))
    if (counterpart !== undefined) comparePage(step, page, counterpart, form)
  }
}

function comparePage(step: RevisionStep, old: PdfPage, now: PdfPage, form: ComparedForm): void {
  const page = now.pageNumber
  const keys = step.changed.has(identityOf(old)) ? differentKeys(old.dict, now.dict) : []
  step.explain(identityOf(old))
  for (const key of keys.filter((each) => remarkable(now.dict, each))) {
    step.report(PAGE_KEYS[key] ?? 'page-changed', { page, detail: key })
    step.explainNew(now.dict.entries.get(key))
  }
  compareContent(step, old, page)
  compareAnnotations(step, old, now, form)
}

function compareContent(step: RevisionStep, old: PdfPage, page: number): void {
  const contents = old.dict.entries.get('Contents')
  const resolved = step.before.objects.resolve(contents)
  for (const part of [contents, ...(isArray(resolved) ? resolved.items : [])]) {
    if (isRef(part) && step.changed.has(part.num)) {
      step.condemn(part.num)
      step.report('page-content', { page })
    }
  }
}

interface Annotations {
  readonly place: PdfObject | undefined
  readonly items: readonly PdfObject[]
}

function annotationsOf({ objects }: PdfDocument, { dict }: PdfPage): Annotations {
  const list = objects.get(dict, 'Annots')
  return { place: dict.entries.get('Annots'), items: isArray(list) ? list.items : [] }
}

/**
 * Pages and indirect annotations. Excludes references to
 * missing objects: those must stay missing.
 */
export function annotationNumbers(document: PdfDocument): number[] {
  return document.pages().flatMap((page) => {
    const items = annotationsOf(document, page).items.flatMap((item) =>
      isRef(item) && isDict(document.objects.resolve(item)) ? [item.num] : [],
    )
    return page.ref === undefined ? items : [page.ref.num, ...items]
  })
}

function compareAnnotations(step: RevisionStep, old: PdfPage, now: PdfPage, form: ComparedForm): void {
  const before = annotationsOf(step.before, old)
  const after = annotationsOf(step.after, now)
  if (isRef(after.place)) step.explain(after.place.num)
  if (isRef(before.place)) step.explain(before.place.num)
  for (const item of before.items) compareAnnotation(step, item, now.pageNumber, form)
  const { added, removed, reordered } = compareLists(before.items, after.items)
  for (const item of added) addAnnotation(step, item, now, form)
  if (reordered) step.report('annotations-reordered', { page: now.pageNumber })
  if (removed > 0) step.report('annotation-removed', { page: now.pageNumber, detail: String(removed) })
}

function compareAnnotation(step: RevisionStep, item: PdfObject, page: number, form: ComparedForm): void {
  if (!isRef(item) || !step.changed.has(item.num) || form.nodes.has(item.num)) return
  const [old, now] = [objectOf(step.before, item.num), objectOf(step.after, item.num)]
  if (isDict(old) && isDict(now)) step.openKeys(item.num, differentKeys(old, now))
  step.explain(item.num)
  step.report('annotation-changed', { page })
}

const itemKey = (item: PdfObject): string => (isStream(item) ? 'stream' : formatObject(item))

/** Order matters: later annotations cover earlier ones. */
function compareLists(before: readonly PdfObject[], after: readonly PdfObject[]) {
  const counts = new Map<string, number>()
  for (const item of before) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + 1)
  const added: PdfObject[] = []
  const kept: string[] = []
  for (const item of after) {
    const key = itemKey(item)
    const count = counts.get(key) ?? 0
    if (count === 0) added.push(item)
    else kept.push(key)
    counts.set(key, Math.max(0, count - 1))
  }
  const removed = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const stayed = new Set(kept)
  const expected = before.map(itemKey).filter((key) => stayed.has(key))
  return { added, removed, reordered: expected.some((key, index) => key !== kept[index]) }
}

function addAnnotation(step: RevisionStep, item: PdfObject, page: PdfPage, form: ComparedForm): void {
  const annotation = step.after.objects.resolve(item)
  const widget = isRef(item) ? form.newWidgets.get(item.num) : undefined
  const look = isDict(annotation) ? lookOf(step.after, annotation, page) : 'strange'
  if (widget !== undefined && look !== 'strange') {
    if (look === 'unseen') return
    widget.isReported = true
    const { name: field } = widget.node
    const kind = widget.isTimeStamp ? 'drawing-added' : 'signature-field-added'
    step.report(kind, { field, page: page.pageNumber, rect: look })
    return
  }
  step.explainNew(item)
  const subtype = isDict(annotation) ? step.after.objects.get(annotation, 'Subtype') : null
  const where = typeof look === 'object' ? { rect: look } : {}
  const detail = isName(subtype) ? { detail: subtype.value } : {}
  step.report('annotation-added', { page: page.pageNumber, ...detail, ...where })
}

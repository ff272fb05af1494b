import { isArray, isDict, isName, isRef, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { TreePage } from '../syntax/page-tree.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { formatObject } from '../syntax/serialize.ts'
import type { ChangeKind } from './changes.ts'
import type { ComparedForm } from './compare-form.ts'
import { type AnnotationInk, inkOf, joinInk } from './ink-of-annotation.ts'
import { differentKeys, objectOf, type RevisionStep } from './revision-step.ts'
import { staysAnnotation } from './stays-annotation.ts'

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

const identityOf = ({ ref }: TreePage): number => ref?.num ?? -1

/** Compares page tree, pages and annotations and reports to `step`. */
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

function comparePage(step: RevisionStep, old: TreePage, now: TreePage, form: ComparedForm): void {
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

function compareContent(step: RevisionStep, old: TreePage, page: number): void {
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

function annotationsOf({ objects }: PdfDocument, { dict }: TreePage): Annotations {
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

function compareAnnotations(step: RevisionStep, old: TreePage, now: TreePage, form: ComparedForm): void {
  const before = annotationsOf(step.before, old)
  const after = annotationsOf(step.after, now)
  if (isRef(after.place)) step.explain(after.place.num)
  if (isRef(before.place)) step.explain(before.place.num)
  for (const item of before.items) compareAnnotation(step, item, now, form)
  const { added, removed, reordered } = compareLists(before.items, after.items)
  for (const item of added) addAnnotation(step, item, now, form)
  if (reordered) step.report('annotations-reordered', { page: now.pageNumber })
  for (const item of removed) tellRemoved(step, item, now)
}

/** Ink outside a rectangle leaves no rectangle. */
const told = (page: TreePage, ink: AnnotationInk) => ({
  page: page.pageNumber,
  ...(ink === 'strange' ? {} : { rect: ink === 'none' ? NOWHERE : ink }),
})

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }

function tellRemoved(step: RevisionStep, item: PdfObject, page: TreePage): void {
  const annotation = step.before.objects.resolve(item)
  step.report(
    'annotation-removed',
    told(page, isDict(annotation) ? inkOfAny(step.before, annotation, page) : 'strange'),
  )
}

/** Readers draw other annotations by themselves, also outside of /Rect. */
function inkOfAny(document: PdfDocument, annotation: PdfDict, page: TreePage): AnnotationInk {
  const ink = inkOf(document, annotation, page)
  const isDrawn = isDict(document.objects.get(annotation, 'AP'))
  const isBound = isDrawn || BOUND.has(subtypeOf(document, annotation))
  return isBound || ink === 'strange' ? ink : WHOLE_PAGE
}

const WHOLE_PAGE = { x: 0, y: 0, width: 1, height: 1 }
const BOUND: ReadonlySet<string> = new Set(['Link', 'Widget'])

const subtypeOf = ({ objects }: PdfDocument, annotation: PdfDict): string => {
  const subtype = objects.get(annotation, 'Subtype')
  return isName(subtype) ? subtype.value : ''
}

function compareAnnotation(step: RevisionStep, item: PdfObject, page: TreePage, form: ComparedForm): void {
  if (!isRef(item) || !step.changed.has(item.num) || form.nodes.has(item.num)) return
  const [old, now] = [objectOf(step.before, item.num), objectOf(step.after, item.num)]
  step.explain(item.num)
  if (!isDict(old) || !isDict(now) || !staysAnnotation(old, now)) {
    step.report('annotation-changed', { page: page.pageNumber })
    return
  }
  const keys = differentKeys(old, now)
  step.openKeys(item.num, keys)
  for (const key of keys) step.explainNew(now.entries.get(key))
  if ((keys.includes('A') || keys.includes('AA')) && isActive(step, now))
    step.report('action', { page: page.pageNumber })
  const ink = joinInk(inkOfAny(step.before, old, page), inkOfAny(step.after, now, page))
  step.report('annotation-changed', told(page, ink))
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
  const left = new Map(counts)
  const removed = before.filter((item) => {
    const count = left.get(itemKey(item)) ?? 0
    left.set(itemKey(item), Math.max(0, count - 1))
    return count > 0
  })
  const stayed = new Set(kept)
  const expected = before.map(itemKey).filter((key) => stayed.has(key))
  return { added, removed, reordered: expected.some((key, index) => key !== kept[index]) }
}

function addAnnotation(step: RevisionStep, item: PdfObject, page: TreePage, form: ComparedForm): void {
  const annotation = step.after.objects.resolve(item)
  const widget = isRef(item) ? form.newWidgets.get(item.num) : undefined
  const isWidget = isDict(annotation) && subtypeOf(step.after, annotation) === 'Widget'
  const ink = isDict(annotation) ? inkOfAny(step.after, annotation, page) : 'strange'
  if (widget !== undefined && isWidget && ink !== 'strange') {
    if (ink === 'none') return
    widget.isReported = true
    const { name: field } = widget.node
    const kind = widget.isTimeStamp ? 'drawing-added' : 'signature-field-added'
    step.report(kind, { field, page: page.pageNumber, rect: ink })
    return
  }
  step.explainNew(item)
  const subtype = isDict(annotation) ? subtypeOf(step.after, annotation) : ''
  if (isDict(annotation) && (isOwn(step, item) || isActive(step, annotation))) {
    step.report('annotation-added', { page: page.pageNumber, detail: subtype })
    return
  }
  step.report('annotation-added', { ...told(page, ink), ...(subtype === '' ? {} : { detail: subtype }) })
}

/** An object of the signed revision that turns into an annotation. */
const isOwn = (step: RevisionStep, item: PdfObject): boolean => isRef(item) && !step.isNew(item.num)

const WEB: ReadonlySet<string> = new Set(['URI', 'GoTo'])

/** A field, or more than a link. */
function isActive({ after: { objects } }: RevisionStep, annotation: PdfDict): boolean {
  const action = objects.get(annotation, 'A')
  const kind = isDict(action) ? objects.get(action, 'S') : null
  const isSafe = action === null || (isName(kind) && WEB.has(kind.value))
  return annotation.entries.has('AA') || annotation.entries.has('FT') || annotation.entries.has('Parent') || !isSafe
}

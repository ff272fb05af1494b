import { isArray, isDict, isName, isRef, type PdfObject } from '../objects.ts'
import type { PdfPage } from '../page-tree.ts'
import type { PdfDocument } from '../pdf-document.ts'
import type { ChangeKind } from './changes.ts'
import type { ComparedForm } from './compare-form.ts'
import { differentKeys, equalObjects, type RevisionStep } from './revision-step.ts'

/** What a changed key of a page means. */
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
/** The order in which the tabulator visits fields: signers set it when they add one. */
const HARMLESS = new Set(['Tabs', 'Annots'])

const identityOf = ({ ref }: PdfPage): number => ref?.num ?? -1

/** Pages before and after: how many, in which order, what each shows. */
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
  for (const key of keys) if (!HARMLESS.has(key)) step.report(PAGE_KEYS[key] ?? 'page-changed', { page, detail: key })
  step.explain(identityOf(old))
  for (const key of keys) if (!HARMLESS.has(key)) step.explainNew(now.dict.entries.get(key))
  compareContent(step, old, page)
  compareAnnotations(step, old, now, form)
}

/** The same reference to a stream that is another one now. */
function compareContent(step: RevisionStep, old: PdfPage, page: number): void {
  const contents = old.dict.entries.get('Contents')
  const resolved = step.before.objects.resolve(contents)
  for (const part of [contents, ...(isArray(resolved) ? resolved.items : [])]) {
    if (isRef(part) && step.changed.has(part.num)) {
      step.explain(part.num)
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

function compareAnnotations(step: RevisionStep, old: PdfPage, now: PdfPage, form: ComparedForm): void {
  const page = now.pageNumber
  const before = annotationsOf(step.before, old)
  const after = annotationsOf(step.after, now)
  for (const item of before.items) {
    if (isRef(item) && step.changed.has(item.num) && !form.nodes.has(item.num)) {
      step.explain(item.num)
      step.report('annotation-changed', { page })
    }
  }
  if (isRef(after.place)) step.explain(after.place.num)
  if (isRef(before.place)) step.explain(before.place.num)
  const rest = [...before.items]
  for (const item of after.items) {
    const kept = rest.findIndex((candidate) => equalObjects(candidate, item))
    if (kept >= 0) rest.splice(kept, 1)
    else if (isRef(item) && form.newWidgets.has(item.num)) continue
    else addAnnotation(step, item, page)
  }
  if (rest.length > 0) step.report('annotation-removed', { page, detail: String(rest.length) })
}

function addAnnotation(step: RevisionStep, item: PdfObject, page: number): void {
  const annotation = step.after.objects.resolve(item)
  step.explainNew(item)
  const subtype = isDict(annotation) ? step.after.objects.get(annotation, 'Subtype') : null
  const detail = isName(subtype) ? subtype.value : undefined
  step.report('annotation-added', { page, ...(detail === undefined ? {} : { detail }) })
}

import { equalBytes } from '../cms/bytes.ts'
import { isArray, isDict, isRef, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { TreePage } from '../syntax/page-tree.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { isSpelledDifferently } from '../syntax/readings/one-reading.ts'
import { structureStreams } from '../syntax/structure-streams.ts'
import type { ChangeKind, DocumentChange } from './changes.ts'
import { makeChange } from './changes.ts'

/** Compares references by number, not by target. */
export function equalObjects(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  switch (a.kind) {
    case 'name':
      return b.kind === 'name' && a.value === b.value
    case 'string':
      return b.kind === 'string' && equalBytes(a.bytes, b.bytes)
    case 'ref':
      return b.kind === 'ref' && a.num === b.num && a.gen === b.gen
    case 'array':
      return (
        b.kind === 'array' &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => equalObjects(item, b.items[index]))
      )
    case 'dict':
      return b.kind === 'dict' && differentKeys(a, b).length === 0
    case 'stream':
      return b.kind === 'stream' && differentKeys(a.dict, b.dict).length === 0 && equalBytes(a.data, b.data)
  }
}

/** Also keys whose equal values readers may understand differently. */
export const differentKeys = (a: PdfDict, b: PdfDict): string[] =>
  [...new Set([...a.entries.keys(), ...b.entries.keys()])].filter(
    (key) => !equalObjects(a.entries.get(key), b.entries.get(key)) || isSpelledDifferently(a, b, key),
  )

export function* referencesIn(object: PdfObject | undefined): Generator<number> {
  if (typeof object !== 'object' || object === null) return
  if (object.kind === 'ref') yield object.num
  else if (object.kind === 'array') for (const item of object.items) yield* referencesIn(item)
  else if (object.kind === 'dict') for (const value of object.entries.values()) yield* referencesIn(value)
  else if (object.kind === 'stream') yield* referencesIn(object.dict)
}

export const objectOf = (document: PdfDocument, num: number): PdfObject => {
  const entry = document.objects.entry(num)
  if (entry === undefined || entry.type === 'free') return null
  return document.objects.resolve({ kind: 'ref', num, gen: entry.type === 'offset' ? entry.gen : 0 })
}

function pagesByAnnotation(document: PdfDocument): Map<number, TreePage[]> {
  const pages = new Map<number, TreePage[]>()
  for (const page of document.pages()) {
    const list = document.objects.get(page.dict, 'Annots')
    for (const item of isArray(list) ? list.items : []) {
      if (!isRef(item)) continue
      const known = pages.get(item.num)
      if (known === undefined) pages.set(item.num, [page])
      else known.push(page)
    }
  }
  return pages
}

/**
 * Two revisions and what the rules have said about each changed object. A changed object that no rule explains is
 * suspicious.
 */
export class RevisionStep {
  readonly before: PdfDocument
  readonly after: PdfDocument
  /** Includes removed objects, as null. */
  readonly changed = new Set<number>()
  readonly added = new Set<number>()
  readonly changes: DocumentChange[] = []
  /** Replaceable keys by object number. */
  readonly open = new Map<number, Set<string>>()
  readonly #explained = new Set<number>()
  readonly #condemned = new Set<number>()
  #pages: ReadonlyMap<number, readonly TreePage[]> | undefined

  constructor(before: PdfDocument, after: PdfDocument) {
    this.before = before
    this.after = after
    for (const num of new Set([...before.objectNumbers, ...after.objectNumbers])) this.#compare(num)
    if (this.changed.size + this.added.size > 0) this.#explainStructure()
  }

  #compare(num: number): void {
    if (this.#liesWhereItLay(num)) return
    const old = objectOf(this.before, num)
    const now = objectOf(this.after, num)
    const isSame = old === null ? now === null : equalObjects(old, now) && this.#keepsGeneration(num)
    if (isSame) return
    if (old === null) this.added.add(num)
    else this.changed.add(num)
  }

  /** A new generation breaks old references in some readers. */
  #keepsGeneration(num: number): boolean {
    const [a, b] = [this.before.objects.entry(num), this.after.objects.entry(num)]
    return (a?.type === 'offset' ? a.gen : 0) === (b?.type === 'offset' ? b.gen : 0)
  }

  /** File structure; the contained objects are compared separately. */
  #explainStructure(): void {
    const now = structureStreams(this.after)
    const old = structureStreams(this.before)
    for (const num of this.added) if (now.has(num)) this.#explained.add(num)
    for (const num of this.changed) if (now.has(num) && old.has(num)) this.#explained.add(num)
  }

  /** Same offset, or same place in the same object stream. */
  #liesWhereItLay(num: number): boolean {
    const a = this.before.objects.entry(num)
    const b = this.after.objects.entry(num)
    if (a === undefined || b === undefined) return a === b
    if (a.type === 'offset') return b.type === 'offset' && a.offset === b.offset && a.gen === b.gen
    if (a.type === 'free') return b.type === 'free'
    return (
      b.type === 'compressed' && a.container === b.container && a.index === b.index && this.#liesWhereItLay(a.container)
    )
  }

  report(kind: ChangeKind, where?: Omit<DocumentChange, 'kind' | 'severity'>): void {
    this.changes.push(makeChange(kind, where))
  }

  /** The later pages that list the annotation. */
  pagesOf(num: number): readonly TreePage[] {
    this.#pages ??= pagesByAnnotation(this.after)
    return this.#pages.get(num) ?? []
  }

  isNew(num: number): boolean {
    return this.added.has(num)
  }

  isDirty(num: number): boolean {
    return this.added.has(num) || this.changed.has(num)
  }

  explain(num: number): void {
    this.#explained.add(num)
  }

  condemn(num: number): void {
    this.#explained.add(num)
    this.#condemned.add(num)
  }

  isCondemned(num: number): boolean {
    return this.#condemned.has(num)
  }

  openKeys(num: number, keys: Iterable<string>): void {
    this.open.set(num, new Set([...(this.open.get(num) ?? []), ...keys]))
  }

  explainNew(value: PdfObject | undefined): void {
    const open = [...referencesIn(value)]
    for (let num = open.pop(); num !== undefined; num = open.pop()) {
      if (!this.added.has(num) || this.#explained.has(num)) continue
      this.#explained.add(num)
      open.push(...referencesIn(objectOf(this.after, num)))
    }
  }

  /** Allows any new content, if no other object refers to it. */
  explainReplaced(num: number): void {
    if (!this.changed.has(num)) return
    this.#explained.add(num)
    this.explainNew(objectOf(this.after, num))
  }

  isExplained(num: number): boolean {
    return this.#explained.has(num)
  }

  unexplained(): number[] {
    return [...this.changed, ...this.added].filter((num) => !this.#explained.has(num))
  }
}

/** Reachable object numbers; skips keys for which `stop` is true. */
export function reachObjects(
  document: PdfDocument,
  start: PdfObject | undefined,
  stop: (key: string) => boolean,
): Set<number> {
  const found = new Set<number>()
  const open: (PdfObject | undefined)[] = [start]
  const push = ({ entries }: PdfDict): void => {
    for (const [key, value] of entries) if (!stop(key)) open.push(value)
  }
  while (open.length > 0) {
    const object = open.pop()
    if (isRef(object)) {
      if (found.has(object.num)) continue
      found.add(object.num)
      open.push(objectOf(document, object.num))
    } else if (isArray(object)) open.push(...object.items)
    else if (isDict(object)) push(object)
    else if (isStream(object)) push(object.dict)
  }
  return found
}

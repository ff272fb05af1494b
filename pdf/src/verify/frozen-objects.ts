import { isDict, isRef, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { type EdgeCache, edgesOf } from './object-edges.ts'
import { objectOf, structureStreams } from './revision-step.ts'

/** Keys whose value an update may replace, by the number of the object that has them. */
export type OpenKeys = ReadonlyMap<number, ReadonlySet<string>>

/** Pages, fields, annotations, the form and the catalog: what rules of their own compare, key by key. */
export interface Compared {
  readonly nodes: ReadonlySet<number>
  readonly open: OpenKeys
}

/** Lists that grow: the list may change, its items answer for themselves. */
const LISTS = new Set(['Annots', 'Fields'])

/** Walks a document from its roots over every path that an update must leave as it is. */
class Walk {
  /** Objects that no rule may let change: something that does not own them leads to them. Absent ones are among them. */
  readonly frozen = new Set<number>()
  readonly #seen = new Set<number>()
  readonly #document: PdfDocument
  readonly #compared: Compared
  readonly #cache: EdgeCache
  readonly #waiting: number[] = []

  constructor(document: PdfDocument, compared: Compared, cache: EdgeCache) {
    this.#document = document
    this.#compared = compared
    this.#cache = cache
  }

  isSeen(num: number): boolean {
    return this.#seen.has(num) || this.frozen.has(num)
  }

  /** Everything that it leads to must stay, itself included. */
  freeze(num: number): void {
    if (this.frozen.has(num)) return
    this.frozen.add(num)
    this.#waiting.push(num)
  }

  #name(num: number): void {
    if (this.#compared.nodes.has(num)) this.compare(num)
    else this.freeze(num)
  }

  /** An object that a rule compares: what its other keys lead to must stay. */
  compare(num: number): void {
    if (this.#seen.has(num)) return
    this.#seen.add(num)
    const object = objectOf(this.#document, num)
    if (!isDict(object)) return
    const open = this.#compared.open.get(num)
    for (const [key, value] of object.entries) {
      if (open?.has(key)) continue
      if (LISTS.has(key)) this.#list(value)
      else this.#take({ kind: 'dict', entries: new Map([[key, value]]) })
    }
  }

  #list(value: PdfObject): void {
    if (isRef(value)) this.#seen.add(value.num)
    this.#take(this.#document.objects.resolve(value))
  }

  #take(value: PdfObject | PdfDict): void {
    const { firm, loose } = edgesOf(value)
    for (const num of firm) this.freeze(num)
    for (const num of loose) this.#name(num)
  }

  run(): void {
    for (let num = this.#waiting.pop(); num !== undefined; num = this.#waiting.pop()) {
      const { firm, loose } = this.#cache.edges(this.#document, num)
      for (const target of firm) this.freeze(target)
      for (const target of loose) this.#name(target)
    }
  }

  /** Objects that only what may be replaced leads to. */
  passOver(start: readonly number[]): void {
    const open = [...start]
    for (let num = open.pop(); num !== undefined; num = open.pop()) {
      if (this.isSeen(num)) continue
      this.#seen.add(num)
      const { firm, loose } = this.#cache.edges(this.#document, num)
      open.push(...firm, ...loose)
    }
  }
}

/** What stands behind the open keys, and behind the trailer's /Info. */
function openTargets(document: PdfDocument, { open }: Compared): number[] {
  const { firm, loose } = edgesOf(document.newest.trailer.entries.get('Info'))
  const behind = [...open].flatMap(([num, keys]) => {
    const object = objectOf(document, num)
    const values = isDict(object) ? [...keys].map((key) => object.entries.get(key)) : []
    return values.flatMap((value) => {
      const edges = edgesOf(value)
      return [...edges.firm, ...edges.loose]
    })
  })
  return [...firm, ...loose, ...behind]
}

/**
 * Finds the objects that a later revision must leave as they are, whatever it brings: those that a path leads to which
 * does not pass through what the update may change. An object that nothing leads to counts as a root, and a number that
 * is referred to and has no object must stay without one.
 */
export function frozenObjects(document: PdfDocument, compared: Compared, cache: EdgeCache): ReadonlySet<number> {
  const walk = new Walk(document, compared, cache)
  walk.compare(document.catalogRef.num)
  for (const num of compared.nodes) walk.compare(num)
  walk.run()
  walk.passOver(openTargets(document, compared))
  const structure = structureStreams(document)
  for (const num of document.objectNumbers) {
    const entry = document.objects.entry(num)
    if (entry === undefined || entry.type === 'free' || structure.has(num) || walk.isSeen(num)) continue
    walk.freeze(num)
  }
  walk.run()
  return walk.frozen
}

import { isDict, isRef, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { structureStreams } from '../syntax/structure-streams.ts'
import { type EdgeCache, edgesOf, edgesOfEntry, type ObjectEdges } from './object-edges.ts'
import { objectOf } from './revision-step.ts'

type OpenKeys = ReadonlyMap<number, ReadonlySet<string>>

/** Objects with their own comparison rules. */
export interface ComparedObjects {
  readonly nodes: ReadonlySet<number>
  readonly open: OpenKeys
  /**
   * Catalog, pages and form: only keys may change that mean
   * nothing in any other role, so everybody may name them.
   */
  readonly roleProof: ReadonlySet<number>
}

/** Lists may grow; their items are checked separately. */
const LISTS = new Set(['Annots', 'Fields'])

class Walk {
  /** Includes missing objects. */
  readonly frozen = new Set<number>()
  readonly #seen = new Set<number>()
  readonly #document: PdfDocument
  readonly #compared: ComparedObjects
  readonly #cache: EdgeCache
  readonly #waiting: number[] = []
  readonly #toCompare: number[] = []

  constructor(document: PdfDocument, compared: ComparedObjects, cache: EdgeCache) {
    this.#document = document
    this.#compared = compared
    this.#cache = cache
  }

  isSeen(num: number): boolean {
    return this.#seen.has(num) || this.frozen.has(num)
  }

  /** Freezes an object and everything reachable from it. */
  freeze(num: number): void {
    if (this.#compared.roleProof.has(num)) {
      this.#toCompare.push(num)
      return
    }
    if (this.frozen.has(num)) return
    this.frozen.add(num)
    this.#waiting.push(num)
  }

  #name(num: number): void {
    if (this.#compared.nodes.has(num)) this.compare(num)
    else this.freeze(num)
  }

  /** Freezes everything reachable through the other keys. */
  compare(num: number): void {
    if (this.#seen.has(num)) return
    this.#seen.add(num)
    const object = objectOf(this.#document, num)
    if (!isDict(object)) return
    const open = this.#compared.open.get(num)
    for (const [key, value] of object.entries) {
      if (open?.has(key)) continue
      if (LISTS.has(key)) this.#list(value)
      else this.#take(edgesOfEntry(object, key))
    }
  }

  #list(value: PdfObject): void {
    if (isRef(value)) this.#seen.add(value.num)
    this.#take(edgesOf(this.#document.objects.resolve(value)))
  }

  #take({ firm, loose }: ObjectEdges): void {
    for (const num of firm) this.freeze(num)
    for (const num of loose) this.#name(num)
  }

  run(): void {
    while (this.#waiting.length + this.#toCompare.length > 0) {
      const named = this.#toCompare.pop()
      if (named !== undefined) this.compare(named)
      const num = this.#waiting.pop()
      if (num === undefined) continue
      const { firm, loose } = this.#cache.edges(this.#document, num)
      for (const target of firm) this.freeze(target)
      for (const target of loose) this.#name(target)
    }
  }

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

function openTargets(document: PdfDocument, { open }: ComparedObjects): number[] {
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
 * Finds the objects that no later revision may change: those
 * reachable on a path without replaceable keys. Unreachable
 * objects count as roots. Missing objects must stay missing.
 */
export function frozenObjects(document: PdfDocument, compared: ComparedObjects, cache: EdgeCache): ReadonlySet<number> {
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

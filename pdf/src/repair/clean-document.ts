import { screeningLimits } from '../screen/limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseRef,
  isLooseStream,
  isLooseString,
  type LooseDict,
  type LooseObject,
  type LooseStream,
} from '../screen/loose-objects.ts'
import { screenRules } from '../screen/rules/index.ts'
import { withoutMarkup } from '../screen/rules/markup.ts'
import type { RuleRemoval } from '../screen/rules/rule.ts'
import { type DocumentWalk, walkObjects } from '../screen/walk-objects.ts'
import { decodeTextString, type PdfDict, type PdfObject, pdfArray, pdfName, textString } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { type ByNumber, dataOf } from './read-newest.ts'
import { readStrictly } from './read-strictly.ts'
import { versionOf, writeGraph } from './write-graph.ts'

/** A stream is removed by its dictionary. */
type Removals = ReadonlyMap<LooseDict, readonly RuleRemoval[]>

const removalsOfStream = (stream: LooseStream, walk: DocumentWalk): RuleRemoval[] =>
  screenRules
    .filter((rule) => rule.stream?.(stream, walk) !== undefined)
    .flatMap((rule) => rule.remove?.(stream.dict, walk) ?? [])

const removalsOfDict = (dict: LooseDict, walk: DocumentWalk): RuleRemoval[] =>
  screenRules.filter((rule) => rule.dict?.(dict, walk) !== undefined).flatMap((rule) => rule.remove?.(dict, walk) ?? [])

function decideRemovals(objects: ByNumber, walk: DocumentWalk): Removals {
  const removals = new Map<LooseDict, RuleRemoval[]>()
  const note = (dict: LooseDict, more: readonly RuleRemoval[]): void => {
    if (more.length > 0) removals.set(dict, [...(removals.get(dict) ?? []), ...more])
  }
  const visit = (object: LooseObject): void => {
    if (isLooseStream(object)) {
      note(object.dict, removalsOfStream(object, walk))
      visit(object.dict)
    } else if (isLooseArray(object)) object.items.forEach(visit)
    else if (isLooseDict(object)) {
      note(object, removalsOfDict(object, walk))
      for (const values of object.entries.values()) values.forEach(visit)
    }
  }
  for (const object of objects.values()) visit(object)
  return removals
}

/** Entries of an annotation without behaviour: what it shows stays. */
const PICTURE_KEYS = ['Type', 'Rect', 'P', 'NM', 'M', 'F', 'AP', 'AS', 'C', 'CA', 'Contents', 'Popup', 'StructParent']
/** Name and number trees list each value after its key. */
const PAIRED_KEYS = ['Names', 'Nums']

class Cleaner {
  readonly #walk: DocumentWalk
  readonly #removals: Removals
  readonly #objects: ByNumber
  readonly #gone: ReadonlySet<number>

  constructor(walk: DocumentWalk, objects: ByNumber) {
    this.#walk = walk
    this.#objects = objects
    this.#removals = decideRemovals(objects, walk)
    this.#gone = new Set([...objects].flatMap(([num, object]) => (this.#isRemoved(object) ? [num] : [])))
  }

  read(num: number): PdfObject {
    return this.#convert(this.#objects.get(num) ?? null) ?? null
  }

  #isGone(object: LooseObject): boolean {
    return isLooseRef(object) ? this.#gone.has(object.num) : this.#isRemoved(object)
  }

  #isRemoved(object: LooseObject): boolean {
    const dict = isLooseStream(object) ? object.dict : object
    if (!isLooseDict(dict)) return false
    const kinds = this.#removals.get(dict)?.map(({ kind }) => kind) ?? []
    return kinds.includes('object') || (kinds.includes('picture') && !dict.entries.has('AP'))
  }

  /** Undefined if nothing remains. */
  #convert(object: LooseObject): PdfObject | undefined {
    if (this.#isGone(object)) return undefined
    if (isLooseArray(object)) return pdfArray(object.items.flatMap((item) => this.#convert(item) ?? []))
    if (isLooseDict(object)) return this.#convertDict(object)
    if (!isLooseStream(object)) return object
    return { kind: 'stream', dict: this.#convertDict(object.dict), data: dataOf(object, this.#objects) }
  }

  #convertDict(dict: LooseDict, without: ReadonlySet<string> = new Set()): PdfDict {
    const removals = this.#removals.get(dict) ?? []
    const picture = removals.some(({ kind }) => kind === 'picture')
    const markup = new Set(removals.flatMap((removal) => (removal.kind === 'markup' ? removal.keys : [])))
    const paths = removals.flatMap((removal) => (removal.kind === 'entries' ? removal.paths : []))
    const entries = new Map<string, PdfObject>()
    for (const [key, values] of dict.entries) {
      if (without.has(key) || (picture && !PICTURE_KEYS.includes(key))) continue
      const below = paths.filter(([first]) => first === key).map(([, second]) => second)
      if (below.includes(undefined)) continue
      const value = values.at(-1) ?? null
      const converted = markup.has(key) ? this.#withoutMarkup(dict, key) : this.#convertEntry(key, value, below)
      if (converted !== undefined) entries.set(key, converted)
    }
    if (picture) entries.set('Subtype', pdfName('Stamp'))
    return { kind: 'dict', entries }
  }

  #convertEntry(key: string, value: LooseObject, without: readonly (string | undefined)[]): PdfObject | undefined {
    const [dict] = without.length === 0 ? [] : this.#walk.resolve([value])
    if (isLooseDict(dict)) return this.#convertDict(dict, new Set(without.filter((name) => name !== undefined)))
    if (PAIRED_KEYS.includes(key) && isLooseArray(value)) return this.#convertPairs(value.items)
    return this.#convert(value)
  }

  #convertPairs(items: readonly LooseObject[]): PdfObject {
    const left = items.flatMap((item, index) => {
      const value = index % 2 === 0 ? items[index + 1] : item
      return value !== undefined && this.#isGone(value) ? [] : (this.#convert(item) ?? [])
    })
    return pdfArray(left)
  }

  #withoutMarkup(dict: LooseDict, key: string): PdfObject | undefined {
    const [text] = this.#walk.strings(dict, key)
    const [value] = this.#walk.get(dict, key)
    if (text === undefined || !isLooseString(value)) return this.#convert(dict.entries.get(key)?.at(-1) ?? null)
    const before = decodeTextString(text)
    const after = withoutMarkup(before)
    return after === before ? value : textString(after)
  }
}

/**
 * Expects a rewritten document: one revision, every object
 * listed, no key twice.
 * @throws ScreeningLimitError, PdfError
 */
export function cleanDocument(bytes: Uint8Array): Uint8Array {
  const walk = walkObjects(bytes, inflateWithNode, screeningLimits)
  const objects = new Map(
    [...walk.objects()].flatMap(({ num, object }) => (num === undefined ? [] : [[num, object] as const])),
  )
  const cleaner = new Cleaner(walk, objects)
  const { root, info, permanentId } = readStrictly(bytes)
  return writeGraph({ root, info, permanentId, read: ({ num }) => cleaner.read(num) }, versionOf(bytes))
}

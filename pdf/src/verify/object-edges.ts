import { isArray, isDict, isNameOf, isRef, isStream, type PdfDict, type PdfObject } from '../syntax/objects.ts'
import type { PdfDocument } from '../syntax/pdf-document.ts'
import { PdfError } from '../syntax/pdf-error.ts'
import { objectOf } from './revision-step.ts'

export interface ObjectEdges {
  /** Makes the target a part of the object. */
  readonly firm: readonly number[]
  /**
   * List items and back references: any object may name pages,
   * fields and annotations like this.
   */
  readonly loose: readonly number[]
}

const NONE: ObjectEdges = { firm: [], loose: [] }
/**
 * Keys that name an object without owning it, in every
 * dictionary that has them. `D` is not one of them: it holds the
 * default layers, too. Destinations are lists.
 */
const NAMING = new Set(['P', 'Parent', 'Popup', 'IRT', 'Pg', 'Obj', 'Root'])

/** Keys that name an object in one dictionary alone. */
const NAMING_IN: Readonly<Record<string, (entries: PdfDict['entries']) => boolean>> = {
  /** A signature reference names the catalog (ISO 32000-1, 12.8.1). */
  Data: (entries) => entries.has('TransformMethod'),
  /** Hide actions name annotations (12.6.4.11), renditions a screen. */
  T: (entries) => isNameOf(entries.get('S'), 'Hide'),
  AN: (entries) => isNameOf(entries.get('S'), 'Rendition'),
  AcroForm: (entries) => entries.has('Pages'),
}

function directParts(object: PdfObject | undefined): readonly { value: PdfObject | undefined; isLoose: boolean }[] {
  if (isArray(object)) return object.items.map((value) => ({ value, isLoose: true }))
  if (isStream(object)) return entriesOf(object.dict)
  return isDict(object) ? entriesOf(object) : []
}

const namesTarget = (key: string, { entries }: PdfDict): boolean =>
  NAMING.has(key) || NAMING_IN[key]?.(entries) === true

const entriesOf = (dict: PdfDict) =>
  [...dict.entries].flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? [{ value, isLoose: namesTarget(key, dict) }] : [],
  )

/** References of an object with the keys that lead to them. */
export function edgesOf(value: PdfObject | undefined, isLoose = false): ObjectEdges {
  const firm: number[] = []
  const loose: number[] = []
  const open: { value: PdfObject | undefined; isLoose: boolean }[] = [{ value, isLoose }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: object } = next
    if (isRef(object)) (next.isLoose ? loose : firm).push(object.num)
    else for (const part of directParts(object)) open.push(part)
  }
  return firm.length + loose.length === 0 ? NONE : { firm, loose }
}

/** Of one entry; its dictionary tells what the key means. */
export const edgesOfEntry = (dict: PdfDict, key: string): ObjectEdges =>
  edgesOf(dict.entries.get(key), namesTarget(key, dict))

/** References by offset, shared by the revisions of one file. */
export class EdgeCache {
  readonly #byOffset = new Map<number, ObjectEdges>()
  readonly #inContainers = new Map<number, Map<number, ObjectEdges>>()

  edges(document: PdfDocument, num: number): ObjectEdges {
    const entry = document.objects.entry(num)
    if (entry === undefined || entry.type === 'free') return NONE
    if (entry.type === 'offset') return this.#remember(this.#byOffset, entry.offset, document, num)
    const container = document.objects.entry(entry.container)
    if (container?.type !== 'offset') return NONE
    const inside = this.#inContainers.get(container.offset) ?? new Map<number, ObjectEdges>()
    this.#inContainers.set(container.offset, inside)
    return this.#remember(inside, entry.index, document, num)
  }

  #remember(known: Map<number, ObjectEdges>, place: number, document: PdfDocument, num: number): ObjectEdges {
    const found = known.get(place) ?? readEdges(document, num)
    known.set(place, found)
    return found
  }
}

function readEdges(document: PdfDocument, num: number): ObjectEdges {
  try {
    return edgesOf(objectOf(document, num))
  } catch (error) {
    if (error instanceof PdfError) return NONE
    throw error
  }
}

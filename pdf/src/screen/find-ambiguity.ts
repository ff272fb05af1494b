import type { ObjectReader, PdfDocument } from '../syntax/index.ts'
import {
  findStructureProblem,
  isArray,
  isDict,
  isRef,
  isStream,
  type PdfDict,
  PdfError,
  type PdfObject,
  type PdfRef,
  structureStreams,
} from '../syntax/index.ts'
import { findOddPart } from './find-odd-reading.ts'

/** Keys to other pages, or to content that is not drawn. */
const NOT_DRAWN = new Set(['Parent', 'P', 'Dest', 'D', 'A', 'AA', 'B', 'Popup', 'IRT', 'Metadata', 'PieceInfo'])

class Drawing {
  /** First reference without an object. */
  missing: PdfRef | undefined
  readonly objects = new Set<number>()
  readonly #reader: ObjectReader
  readonly #open: PdfObject[] = []

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  add(page: PdfDict): void {
    this.#push(page)
    for (let value = this.#open.pop(); value !== undefined; value = this.#open.pop()) this.#visit(value)
  }

  #push({ entries }: PdfDict): void {
    for (const [key, value] of entries) if (!NOT_DRAWN.has(key) && typeof value === 'object') this.#open.push(value)
  }

  #visit(value: PdfObject): void {
    if (isArray(value)) this.#open.push(...value.items.filter((item) => typeof item === 'object'))
    else if (isDict(value)) this.#push(value)
    else if (isStream(value)) this.#push(value.dict)
    else if (isRef(value) && !this.objects.has(value.num)) this.#follow(value)
  }

  #follow(target: PdfRef): void {
    this.objects.add(target.num)
    const object = this.#read(target)
    if (object === null) this.missing ??= target
    else if (object !== undefined) this.#open.push(object)
  }

  /** Other checks judge unreadable objects. */
  #read(target: PdfRef): PdfObject | undefined {
    try {
      return this.#reader.resolve(target)
    } catch (error) {
      if (error instanceof PdfError) return undefined
      throw error
    }
  }
}

/**
 * A page draws a missing object, which a later revision could
 * add, or a part of the file structure.
 */
function findInPages(document: PdfDocument): string | undefined {
  const drawing = new Drawing(document.objects)
  for (const { dict } of document.pages()) drawing.add(dict)
  if (drawing.missing !== undefined) return `a page draws object ${drawing.missing.num}, which is missing`
  const structure = structureStreams(document)
  const drawn = [...drawing.objects].find((num) => structure.has(num))
  return drawn === undefined ? undefined : `a page draws object ${drawn}, which holds the file together`
}

/**
 * Explains why readers may disagree about a file, or why a
 * later revision could change its pages indirectly.
 * @returns undefined if neither applies
 */
export function findAmbiguity(document: PdfDocument, isSigned: boolean): string | undefined {
  const problem = findStructureProblem(document)
  if (problem !== undefined || isSigned) return problem
  if (document.catalog.entries.has('DSS')) return 'an unsigned file has a document security store'
  return findInPages(document) ?? findOddPart(document)
}

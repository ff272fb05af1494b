import type { DocumentEncryption, InflateData } from '../syntax/index.ts'
import { decodeLatin1, isWhitespace } from '../syntax/index.ts'
import { createFilterDecoder, type FilterDecoder, type FilterStep } from './decode-filters.ts'
import { decryptLoose } from './decrypt-loose.ts'
import { budgetFor, ScreeningLimitError, type ScreeningLimits, type WorkBudget } from './limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseName,
  isLooseRef,
  isLooseStream,
  isLooseString,
  type LooseDict,
  type LooseObject,
  type LooseStream,
} from './loose-objects.ts'
import { findEndstream, matchesAt, type ScanPlace, scanPlaces } from './scan-places.ts'
import { TolerantParser } from './tolerant-parser.ts'

/** `at`: offset in the file. */
export interface WalkedObject {
  readonly num: number | undefined
  readonly object: LooseObject
  readonly at: number
}

/**
 * All objects of all revisions and object streams, also
 * unreferenced ones.
 */
export interface DocumentWalk {
  objects(): Iterable<WalkedObject>
  /** A reference has every object that ever had its number. */
  resolve(values: readonly LooseObject[]): readonly LooseObject[]
  get(dict: LooseDict, key: string): readonly LooseObject[]
  names(dict: LooseDict, key: string): readonly string[]
  strings(dict: LooseDict, key: string): readonly Uint8Array[]
  dicts(dict: LooseDict, key: string): readonly LooseDict[]
  filters(stream: LooseStream): readonly string[]
  /** Undefined if unreadable. */
  data(stream: LooseStream): Uint8Array | undefined
  /** Object streams whose members stay hidden. */
  readonly unreadable: readonly (number | undefined)[]
}

const LONGEST_REFERENCE_CHAIN = 8
/** Parsed objects kept in memory. */
const CACHED_OBJECTS = 5_000
const TEXT_FILTERS = new Set(['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'LZW'])

/**
 * Scans the bytes and opens object streams, whatever the
 * cross-references say. Pure.
 * @throws ScreeningLimitError, here or while walking
 */
export function walkObjects(
  bytes: Uint8Array,
  inflate: InflateData,
  limits: ScreeningLimits,
  budget = budgetFor(bytes, limits),
  encryption?: DocumentEncryption,
): DocumentWalk {
  const decoder = createFilterDecoder(inflate, limits)
  const walk = new ObjectWalk(scanPlaces(bytes, limits.objects), { decoder, limits, budget, encryption })
  walk.openContainers()
  return walk
}

interface WalkMeans {
  readonly decoder: FilterDecoder
  readonly limits: ScreeningLimits
  readonly budget: WorkBudget
  readonly encryption: DocumentEncryption | undefined
}

class ObjectWalk implements DocumentWalk {
  readonly unreadable: (number | undefined)[] = []
  readonly #places: ScanPlace[]
  readonly #decoder: FilterDecoder
  readonly #limits: ScreeningLimits
  readonly #budget: WorkBudget
  readonly #encryption: DocumentEncryption | undefined
  readonly #byNumber = new Map<number, ScanPlace[]>()
  readonly #cache = new Map<ScanPlace, LooseObject>()

  constructor(places: ScanPlace[], { decoder, limits, budget, encryption }: WalkMeans) {
    this.#places = places
    this.#decoder = decoder
    this.#limits = limits
    this.#budget = budget
    this.#encryption = encryption
    this.#admit()
    for (const place of places) this.#index(place)
  }

  openContainers(): void {
    for (const place of this.#places.slice()) {
      const object = this.#read(place)
      if (!isLooseStream(object) || !object.dict.entries.has('First') || !object.dict.entries.has('N')) continue
      this.#openContainer(place, object)
    }
  }

  *objects(): Iterable<WalkedObject> {
    for (const place of this.#places) yield { num: place.num, object: this.#read(place), at: place.at }
  }

  resolve(values: readonly LooseObject[]): readonly LooseObject[] {
    if (!values.some(isLooseRef)) return values
    const found: LooseObject[] = []
    for (const value of values) this.#follow(value, 0, found)
    return found
  }

  get(dict: LooseDict, key: string): readonly LooseObject[] {
    const values = dict.entries.get(key)
    return values === undefined ? [] : this.resolve(values)
  }

  names(dict: LooseDict, key: string): readonly string[] {
    return this.get(dict, key).flatMap((value) => (isLooseName(value) ? [value.value] : []))
  }

  strings(dict: LooseDict, key: string): readonly Uint8Array[] {
    return this.get(dict, key).flatMap((value) => {
      if (!isLooseString(value)) return []
      // The caller reads the text.
      this.#budget.spend(value.bytes.length >> 2)
      return [value.bytes]
    })
  }

  dicts(dict: LooseDict, key: string): readonly LooseDict[] {
    return this.get(dict, key).flatMap((value) =>
      isLooseStream(value) ? [value.dict] : isLooseDict(value) ? [value] : [],
    )
  }

  filters(stream: LooseStream): readonly string[] {
    return this.#steps(stream).map((step) => step.name)
  }

  data(stream: LooseStream): Uint8Array | undefined {
    // The encryption is undone before.
    const filters = this.#steps(stream).filter(({ name }) => name !== 'Crypt')
    const encoded = this.#encoded(stream)
    const given = stream.decrypt === undefined ? encoded : stream.decrypt(encoded)
    if (given === undefined) return undefined
    // Decoded byte by byte; may reach to the end of the file.
    if (filters.some(({ name }) => TEXT_FILTERS.has(name))) this.#budget.spend(given.length)
    const decoded = this.#decoder.decode(given, filters)
    this.#budget.spend((decoded?.length ?? 0) >> 6)
    return decoded
  }

  #admit(): void {
    if (this.#places.length > this.#limits.objects) throw new ScreeningLimitError('PDF_TOO_COMPLEX', 'too many objects')
  }

  #index(place: ScanPlace): void {
    if (place.num === undefined) return
    const known = this.#byNumber.get(place.num)
    if (known === undefined) this.#byNumber.set(place.num, [place])
    else known.push(place)
  }

  #read({ num, gen, bytes, start }: ScanPlace): LooseObject {
    const object = new TolerantParser(bytes, start, this.#limits.depth, this.#budget).parseIndirect()
    if (this.#encryption === undefined || num === undefined || gen === undefined) return object
    return decryptLoose(this.#encryption, { num, gen }, object)
  }

  #readCached(place: ScanPlace): LooseObject {
    const known = this.#cache.get(place)
    if (known !== undefined) return known
    const object = this.#read(place)
    if (this.#cache.size >= CACHED_OBJECTS) this.#cache.clear()
    this.#cache.set(place, object)
    return object
  }

  #follow(value: LooseObject, chain: number, found: LooseObject[]): void {
    this.#budget.spend(4)
    if (!isLooseRef(value)) found.push(value)
    else if (chain < LONGEST_REFERENCE_CHAIN) {
      for (const place of this.#byNumber.get(value.num) ?? []) this.#follow(this.#readCached(place), chain + 1, found)
    }
  }

  #integers(dict: LooseDict, key: string): number[] {
    return this.get(dict, key).filter(
      (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
    ) as number[]
  }

  /** The first meaning of a key; a single value is a list of one. */
  #list(dict: LooseDict, ...keys: readonly string[]): readonly LooseObject[] {
    const [value] = keys.flatMap((key) => this.get(dict, key))
    if (value === undefined || value === null) return []
    return isLooseArray(value) ? value.items.flatMap((item) => this.resolve([item]).slice(0, 1)) : [value]
  }

  #steps({ dict }: LooseStream): FilterStep[] {
    const parms = this.#list(dict, 'DecodeParms', 'DP')
    return this.#list(dict, 'Filter').map((filter, at) => {
      const parm = parms[at]
      const parameter = (key: string, fallback: number): number =>
        (isLooseDict(parm) ? this.#integers(parm, key)[0] : undefined) ?? fallback
      return {
        name: isLooseName(filter) ? filter.value : '',
        predictor: parameter('Predictor', 1),
        columns: parameter('Columns', 1),
        colors: parameter('Colors', 1),
        earlyChange: parameter('EarlyChange', 1),
      }
    })
  }

  /** Ends at the first `endstream`, or at a later one that /Length confirms. */
  #encoded(stream: LooseStream): Uint8Array {
    let end = findEndstream(stream.bytes, stream.start)
    this.#budget.spend((end - stream.start) >> 2)
    for (const length of this.#integers(stream.dict, 'Length')) {
      let at = stream.start + length
      while (isWhitespace(stream.bytes[at])) at++
      // A cipher counts the line end before the keyword.
      const isExact = at === end && stream.decrypt !== undefined
      if (isExact || (at > end && matchesAt(stream.bytes, at, 'endstream'))) end = stream.start + length
    }
    return stream.bytes.subarray(stream.start, end)
  }

  #openContainer({ num, at }: ScanPlace, stream: LooseStream): void {
    const body = this.data(stream)
    if (body === undefined) {
      this.unreadable.push(num)
      return
    }
    // Grants only what inflating added.
    this.#budget.grant(Math.max(0, body.length - (stream.bytes.length - stream.start)) * this.#limits.workPerByte)
    const firsts = new Set(this.#integers(stream.dict, 'First'))
    for (const first of firsts) {
      const header = decodeLatin1(body, 0, Math.min(first, body.length)).replace(/%[^\r\n]*/g, ' ')
      this.#budget.spend(header.length)
      const numbers = header.match(/\d+/g) ?? []
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        const place = { num: Number(numbers[i]), bytes: body, start: first + Number(numbers[i + 1]), at }
        this.#places.push(place)
        this.#index(place)
      }
      this.#admit()
    }
  }
}

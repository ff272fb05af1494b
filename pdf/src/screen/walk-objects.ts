import type { Inflate } from '../syntax/index.ts'
import { isWhitespace, latin1 } from '../syntax/index.ts'
import { createFilterDecoder, type FilterStep } from './decode-filters.ts'
import { budgetFor, ScreeningLimitError, type ScreeningLimits } from './limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseName,
  isLooseRef,
  isLooseStream,
  isLooseString,
  type Loose,
  type LooseDict,
  type LooseStream,
} from './loose-objects.ts'
import { numberBefore } from './number-before.ts'
import { TolerantParser } from './tolerant-parser.ts'

/** An object somewhere in the bytes of the file, or of an object stream. */
interface Place {
  /** Absent where no number stands before it, and for trailers. */
  readonly num: number | undefined
  readonly bytes: Uint8Array
  readonly start: number
  /** Where it begins in the file; for members of an object stream, where that begins. */
  readonly at: number
}

export interface WalkedObject {
  readonly num: number | undefined
  readonly object: Loose
  readonly at: number
}

/** All objects of a file: of every revision, in object streams, and those that nothing refers to. */
export interface Walk {
  /** Reads the objects one after the other; none is kept. */
  objects(): Iterable<WalkedObject>
  /** Every meaning of a value: a reference leads to each object that ever had its number. */
  resolve(values: readonly Loose[]): readonly Loose[]
  /** Every meaning of a key. */
  get(dict: LooseDict, key: string): readonly Loose[]
  names(dict: LooseDict, key: string): readonly string[]
  strings(dict: LooseDict, key: string): readonly Uint8Array[]
  dicts(dict: LooseDict, key: string): readonly LooseDict[]
  /** The names of a stream's filters, in order. */
  filters(stream: LooseStream): readonly string[]
  /** A stream's decoded data, or undefined where they cannot be read. */
  data(stream: LooseStream): Uint8Array | undefined
  /** Numbers of object streams that cannot be read: what they hold is hidden from the walk. */
  readonly unreadable: readonly (number | undefined)[]
}

const LONGEST_REFERENCE_CHAIN = 8
const CACHED_OBJECTS = 5_000
const TEXT_FILTERS = new Set(['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'LZW'])

const [O, B, J, T] = [0x6f, 0x62, 0x6a, 0x74]
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

const matches = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}

/** Where `obj` stands in the file, whatever surrounds it, and the dictionaries of trailers. */
function scanPlaces(bytes: Uint8Array, most: number): Place[] {
  const places: Place[] = []
  // One more says that there are too many: the rest is not looked for.
  const isFull = (): boolean => places.length > most
  for (let at = 0; at < bytes.length && !isFull(); at++) {
    const byte = bytes[at]
    if (byte === O && bytes[at + 1] === B && bytes[at + 2] === J && !isLetter(bytes[at - 1])) {
      places.push({ num: numberBefore(bytes, at), bytes, start: at + 3, at })
      at += 2
    } else if (byte === T && matches(bytes, at, 'trailer')) {
      places.push({ num: undefined, bytes, start: at + 'trailer'.length, at })
    }
  }
  return places
}

/** The end of the first `endstream` from a position, or the end of the bytes. */
function findEndstream(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x65, from); at >= 0; at = bytes.indexOf(0x65, at + 1)) {
    if (matches(bytes, at, 'endstream')) return at
  }
  return bytes.length
}

/**
 * Finds every object of a file, whatever its structure says: by a scan of the raw bytes, and by opening each object
 * stream that the scan comes upon. Cross-reference entries lead to nothing that does not begin with `obj`, so objects
 * that only an entry points at are found as well, and so is what no entry points at. Pure.
 * @throws ScreeningLimitError, here or while the walk is used
 */
export function walkObjects(
  bytes: Uint8Array,
  inflate: Inflate,
  limits: ScreeningLimits,
  budget = budgetFor(bytes, limits),
): Walk {
  const decoder = createFilterDecoder(inflate, limits)
  const places = scanPlaces(bytes, limits.objects)
  const byNumber = new Map<number, Place[]>()
  const cache = new Map<Place, Loose>()
  const unreadable: (number | undefined)[] = []

  const admit = (): void => {
    if (places.length > limits.objects) throw new ScreeningLimitError('PDF_TOO_COMPLEX', 'too many objects')
  }

  const index = (place: Place): void => {
    if (place.num === undefined) return
    const known = byNumber.get(place.num)
    if (known === undefined) byNumber.set(place.num, [place])
    else known.push(place)
  }

  const read = ({ bytes: source, start }: Place): Loose =>
    new TolerantParser(source, start, limits.depth, budget).parseIndirect()

  const readCached = (place: Place): Loose => {
    const known = cache.get(place)
    if (known !== undefined) return known
    const object = read(place)
    if (cache.size >= CACHED_OBJECTS) cache.clear()
    cache.set(place, object)
    return object
  }

  const follow = (value: Loose, chain: number, found: Loose[]): void => {
    budget.spend(4)
    if (!isLooseRef(value)) found.push(value)
    else if (chain < LONGEST_REFERENCE_CHAIN) {
      for (const place of byNumber.get(value.num) ?? []) follow(readCached(place), chain + 1, found)
    }
  }

  const resolve = (values: readonly Loose[]): readonly Loose[] => {
    if (!values.some(isLooseRef)) return values
    const found: Loose[] = []
    for (const value of values) follow(value, 0, found)
    return found
  }

  const get = (dict: LooseDict, key: string): readonly Loose[] => {
    const values = dict.entries.get(key)
    return values === undefined ? [] : resolve(values)
  }

  const integers = (dict: LooseDict, key: string): number[] =>
    get(dict, key).filter((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0) as number[]

  /** The first meaning of a key as a list; a single value is a list of one. */
  const list = (dict: LooseDict, ...keys: readonly string[]): readonly Loose[] => {
    const [value] = keys.flatMap((key) => get(dict, key))
    if (value === undefined || value === null) return []
    return isLooseArray(value) ? value.items.flatMap((item) => resolve([item]).slice(0, 1)) : [value]
  }

  const steps = ({ dict }: LooseStream): FilterStep[] => {
    const parms = list(dict, 'DecodeParms', 'DP')
    return list(dict, 'Filter').map((filter, at) => {
      const parm = parms[at]
      const parameter = (key: string, fallback: number): number =>
        (isLooseDict(parm) ? integers(parm, key)[0] : undefined) ?? fallback
      return {
        name: isLooseName(filter) ? filter.value : '',
        predictor: parameter('Predictor', 1),
        columns: parameter('Columns', 1),
        colors: parameter('Colors', 1),
        earlyChange: parameter('EarlyChange', 1),
      }
    })
  }

  /** Encoded data: what /Length says where `endstream` follows, and never less than up to the next `endstream`. */
  const encoded = (stream: LooseStream): Uint8Array => {
    let end = findEndstream(stream.bytes, stream.start)
    budget.spend((end - stream.start) >> 2)
    for (const length of integers(stream.dict, 'Length')) {
      let at = stream.start + length
      while (isWhitespace(stream.bytes[at])) at++
      if (at > end && matches(stream.bytes, at, 'endstream')) end = stream.start + length
    }
    return stream.bytes.subarray(stream.start, end)
  }

  const data = (stream: LooseStream): Uint8Array | undefined => {
    const filters = steps(stream)
    const given = encoded(stream)
    // These are undone byte by byte, and their data may reach to the end of the file.
    if (filters.some(({ name }) => TEXT_FILTERS.has(name))) budget.spend(given.length)
    const decoded = decoder.decode(given, filters)
    budget.spend((decoded?.length ?? 0) >> 6)
    return decoded
  }

  const strings = (dict: LooseDict, key: string): readonly Uint8Array[] =>
    get(dict, key).flatMap((value) => {
      if (!isLooseString(value)) return []
      // Whoever asks for a text reads it.
      budget.spend(value.bytes.length >> 2)
      return [value.bytes]
    })

  const openContainer = ({ num, at }: Place, stream: LooseStream): void => {
    const body = data(stream)
    if (body === undefined) {
      unreadable.push(num)
      return
    }
    // Only what inflating brought to light is more to read; the bytes of the file are counted already.
    budget.grant(Math.max(0, body.length - (stream.bytes.length - stream.start)) * limits.workPerByte)
    const firsts = new Set(integers(stream.dict, 'First'))
    for (const first of firsts) {
      const header = latin1(body, 0, Math.min(first, body.length)).replace(/%[^\r\n]*/g, ' ')
      budget.spend(header.length)
      const numbers = header.match(/\d+/g) ?? []
      for (let i = 0; i + 1 < numbers.length; i += 2) {
        const place = { num: Number(numbers[i]), bytes: body, start: first + Number(numbers[i + 1]), at }
        places.push(place)
        index(place)
      }
      admit()
    }
  }

  admit()
  for (const place of places) index(place)
  for (const place of places.slice()) {
    const object = read(place)
    if (!isLooseStream(object) || !object.dict.entries.has('First') || !object.dict.entries.has('N')) continue
    openContainer(place, object)
  }

  return {
    *objects() {
      for (const place of places) yield { num: place.num, object: read(place), at: place.at }
    },
    resolve,
    get,
    names: (dict, key) => get(dict, key).flatMap((value) => (isLooseName(value) ? [value.value] : [])),
    strings,
    dicts: (dict, key) =>
      get(dict, key).flatMap((value) => (isLooseStream(value) ? [value.dict] : isLooseDict(value) ? [value] : [])),
    filters: (stream) => steps(stream).map((step) => step.name),
    data,
    unreadable,
  }
}

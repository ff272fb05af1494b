import type { ObjectReader } from '../object-reader.ts'
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
  type PdfStream,
} from '../objects.ts'
import { oddSpellingOf } from './odd-spelling.ts'

/** Points; some readers wrap larger numbers. */
export const FARTHEST_NUMBER = 1_000_000
/** Some readers store integers in 32 bits, with a sign. */
const LARGEST = 0x7fff_ffff

interface Entry {
  readonly objects: ObjectReader
  readonly dict: PdfDict
  readonly key: string
  readonly isStrict: boolean
}

/** True if all readers understand the value alike. */
type Reading = (value: PdfObject, entry: Entry) => boolean

const isPlainNumber = (value: PdfObject): value is number =>
  typeof value === 'number' && Math.abs(value) <= FARTHEST_NUMBER

const integer =
  (least: number, most: number): Reading =>
  (value, { dict, key }) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= least &&
    value <= most &&
    oddSpellingOf(dict, key) === undefined

const flags = integer(0, LARGEST)
const quarterTurns: Reading = (value, entry) =>
  typeof value === 'number' && value % 90 === 0 && integer(-FARTHEST_NUMBER, FARTHEST_NUMBER)(value, entry)

const numbers =
  (...counts: readonly number[]): Reading =>
  (value, { objects }) =>
    isArray(value) &&
    (counts.length === 0 || counts.includes(value.items.length)) &&
    value.items.every((item) => isPlainNumber(objects.resolve(item)))

const box = numbers(4)
const nonNegative: Reading = (value) => isPlainNumber(value) && value >= 0
const aName: Reading = (value) => isName(value)
const aText: Reading = (value) => isString(value)
const aBoolean: Reading = (value) => typeof value === 'boolean'

/** /Border: two radii, a width, and perhaps dashes (ISO 32000-2, table 166). */
const border: Reading = (value, { objects }) => {
  if (!isArray(value)) return false
  const [across, down, width, dashes, ...rest] = value.items.map((item) => objects.resolve(item))
  const isDashed = dashes === undefined || (isArray(dashes) && dashes.items.every((item) => isPlainNumber(item)))
  return [across, down, width].every((each) => isPlainNumber(each ?? null)) && isDashed && rest.length === 0
}

const inside =
  (rows: Readonly<Record<string, Reading>>): Reading =>
  (value, { objects, isStrict }) =>
    isDict(value) && findOddRow(objects, value, rows, isStrict) === undefined

/** Some producers write an empty dictionary for a state; no reader draws it. */
const looks: Reading = (value, { objects }) => {
  const resolved = objects.resolve(value)
  return (
    isStream(resolved) ||
    (isDict(resolved) && [...resolved.entries.values()].every((each) => isRef(each) || isDict(each)))
  )
}

/**
 * The keys that readers understand differently if a file writes
 * anything else: each reader has its own defaults, rounding and
 * width of integers. One table for the verifier, which suspects
 * such a later revision, and for uploads, which are repaired.
 */
const ROWS = {
  /** Annotations, widgets and fields (ISO 32000-2, 12.5.2 and 12.7.4). */
  annotation: {
    F: flags,
    Ff: flags,
    Q: integer(0, 2),
    MaxLen: integer(0, LARGEST),
    TI: integer(0, LARGEST),
    I: numbers(),
    Rect: box,
    Subtype: aName,
    FT: aName,
    AS: aName,
    DA: aText,
    CA: nonNegative,
    Border: border,
    BS: inside({ W: nonNegative, S: aName, D: numbers() }),
    MK: inside({ R: quarterTurns, BC: numbers(), BG: numbers() }),
    AP: inside({ N: looks, R: looks, D: looks }),
  },
  /** Pages and their tree (7.7.3). */
  page: {
    MediaBox: box,
    CropBox: box,
    BleedBox: box,
    TrimBox: box,
    ArtBox: box,
    Rotate: quarterTurns,
    UserUnit: nonNegative,
  },
  /** Form XObjects, appearances among them (8.10.2). */
  drawing: { BBox: box, Matrix: numbers(6) },
  /** 12.7.3. */
  form: { SigFlags: flags, NeedAppearances: aBoolean, Q: integer(0, 2), DA: aText },
} as const satisfies Record<string, Readonly<Record<string, Reading>>>

export type ReadingRole = keyof typeof ROWS

/** For tests by generation. */
export const readingKeys = (role: ReadingRole): readonly string[] => Object.keys(ROWS[role])

function findOddRow(
  objects: ObjectReader,
  dict: PdfDict,
  rows: Readonly<Record<string, Reading>>,
  isStrict: boolean,
): string | undefined {
  for (const [key, reads] of Object.entries(rows)) {
    const value = dict.entries.get(key)
    if (value === undefined || (value === null && !isStrict)) continue
    const resolved = objects.resolve(value)
    const isPlaced = !isStrict || !isRef(value) || (INDIRECT.has(key) && typeof resolved !== 'number')
    if (!isPlaced || oddSpellingOf(dict, key) === 'key' || !reads(resolved, { objects, dict, key, isStrict }))
      return key
  }
  return undefined
}

/** Good files have these as indirect objects, too. */
const INDIRECT: ReadonlySet<string> = new Set(['AP', 'N', 'R', 'D', 'BS', 'MK', 'MediaBox', 'CropBox', 'DA'])

const INTEGERS: ReadonlySet<string> = new Set(['F', 'Ff', 'Q', 'MaxLen', 'TI', 'R', 'Rotate', 'SigFlags'])

/** True if equal values may be read differently, for example `4` and `4.0`. */
export function isSpelledDifferently(a: PdfDict, b: PdfDict, key: string): boolean {
  const [one, other] = [oddSpellingOf(a, key), oddSpellingOf(b, key)]
  return one !== other && (one === 'key' || other === 'key' || INTEGERS.has(key))
}

/** @param isStrict also refuses null, and numbers that are indirect objects */
export const findOddEntry = (
  objects: ObjectReader,
  dict: PdfDict,
  role: ReadingRole,
  isStrict = false,
): string | undefined => findOddRow(objects, dict, ROWS[role], isStrict)

const PAGES: ReadonlySet<string> = new Set(['Page', 'Pages'])

const isOfPages = ({ entries }: PdfDict): boolean => {
  const type = entries.get('Type')
  return (
    (isName(type) && PAGES.has(type.value)) || entries.has('MediaBox') || (entries.has('Kids') && entries.has('Count'))
  )
}

const isOfAnnotation = ({ entries }: PdfDict): boolean =>
  entries.has('Rect') || entries.has('FT') || entries.has('Ff') || (entries.has('AP') && !entries.has('Pages'))

/** The roles that a dictionary may play, by its keys. */
const rolesOf = (dict: PdfDict, isOfStream: boolean): readonly ReadingRole[] => {
  const { entries } = dict
  if (isOfStream) return entries.has('BBox') ? ['drawing'] : []
  return [
    ...(isOfPages(dict) ? (['page'] as const) : []),
    ...(isOfAnnotation(dict) ? (['annotation'] as const) : []),
    ...(entries.has('Fields') || entries.has('SigFlags') ? (['form'] as const) : []),
  ]
}

function* partsOf(object: PdfObject): Generator<PdfDict | PdfStream> {
  const open: PdfObject[] = [object]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isArray(next)) open.push(...next.items.filter((item) => typeof item === 'object'))
    else if (isDict(next) || isStream(next)) {
      yield next
      const { entries } = isStream(next) ? next.dict : next
      open.push(...[...entries.values()].filter((value) => typeof value === 'object'))
    }
  }
}

/** The first such key in an object, its direct parts included. */
export function findOddReading(objects: ObjectReader, object: PdfObject, isStrict = false): string | undefined {
  for (const part of partsOf(object)) {
    const dict = isStream(part) ? part.dict : part
    for (const role of rolesOf(dict, isStream(part))) {
      const key = findOddEntry(objects, dict, role, isStrict)
      if (key !== undefined) return key
    }
  }
  return undefined
}

/** A page cannot do without. */
const NEEDED = 'MediaBox'

/**
 * Rewrites what readers understand differently: a number that is
 * only written oddly keeps its value, anything else goes, so that
 * every reader takes its default.
 */
export function alikeDict(objects: ObjectReader, dict: PdfDict, isOfStream: boolean): PdfDict {
  const entries = new Map(dict.entries)
  const rewritten: PdfDict = { kind: 'dict', entries }
  for (const role of rolesOf(dict, isOfStream)) {
    for (const [key, reads] of Object.entries<Reading>(ROWS[role])) {
      const value = entries.get(key) ?? null
      if (value === null || key === NEEDED) continue
      if (!reads(objects.resolve(value), { objects, dict: rewritten, key, isStrict: false })) entries.delete(key)
    }
  }
  return rewritten
}

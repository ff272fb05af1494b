import fc from 'fast-check'
import { PdfLexer } from '../lexer.ts'
import { defaultLimits } from '../limits.ts'
import { ObjectParser } from '../object-parser.ts'
import type { ObjectReader } from '../object-reader.ts'
import { isDict, isRef, type PdfDict } from '../objects.ts'
import { formatObject } from '../serialize.ts'
import { alikeDict, findOddEntry, findOddReading, type ReadingRole, readingKeys } from './one-reading.ts'

/** Object 5 is the number 2, as in `/F 5 0 R`. */
const objects: ObjectReader = {
  resolve: (object) => (isRef(object) ? 2 : (object ?? null)),
  get: (dictionary, key) => objects.resolve(dictionary.entries.get(key)),
  entry: () => undefined,
}

const read = (text: string): PdfDict => {
  const parsed = new ObjectParser(new PdfLexer(new TextEncoder().encode(text)), defaultLimits).parse()
  if (!isDict(parsed)) throw new Error('a dictionary')
  return parsed
}

const FARTHEST = 1_000_000
const LARGEST = 2 ** 31 - 1

const integers = (least: number, most: number) => (text: string) =>
  /^-?(0|[1-9]\d*)$/.test(text) && text !== '-0' && Number(text) >= least && Number(text) <= most

const isNumber = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) && Math.abs(Number(text)) <= FARTHEST
const list = (text: string): string[] | undefined => {
  const inner = /^\[(.*)\]$/.exec(text)?.[1]?.trim()
  return inner === undefined ? undefined : inner.split(/\s+/).filter((item) => item !== '')
}
const numbers = (count?: number) => (text: string) => {
  const items = list(text)
  return items?.every(isNumber) === true && (count === undefined || items.length === count)
}
const isName = (text: string): boolean => /^\/[A-Za-z]+$/.test(text)
const isText = (text: string): boolean => /^\(.*\)$/.test(text)
const isPositive = (text: string): boolean => isNumber(text) && Number(text) >= 0
const turns = (text: string): boolean => integers(-FARTHEST, FARTHEST)(text) && Number(text) % 90 === 0

/** Written again from the standard, to test the table. */
const expected: Readonly<Record<ReadingRole, Readonly<Record<string, (text: string) => boolean>>>> = {
  annotation: {
    F: integers(0, LARGEST),
    Ff: integers(0, LARGEST),
    Q: integers(0, 2),
    MaxLen: integers(0, LARGEST),
    TI: integers(0, LARGEST),
    I: numbers(),
    Rect: numbers(4),
    Subtype: isName,
    FT: isName,
    AS: isName,
    DA: isText,
    CA: isPositive,
    Border: numbers(3),
    BS: (text) => text === '<<>>' || text === '<</W 2>>',
    MK: (text) => text === '<<>>' || text === '<</W 2>>' || text === '<</R 90>>',
    AP: (text) => text.startsWith('<<'),
  },
  page: {
    MediaBox: numbers(4),
    CropBox: numbers(4),
    BleedBox: numbers(4),
    TrimBox: numbers(4),
    ArtBox: numbers(4),
    Rotate: turns,
    UserUnit: isPositive,
  },
  drawing: { BBox: numbers(4), Matrix: numbers(6) },
  form: {
    SigFlags: integers(0, LARGEST),
    NeedAppearances: (text) => text === 'true' || text === 'false',
    Q: integers(0, 2),
    DA: isText,
  },
}

const whole = fc.oneof(
  fc.integer({ min: -4, max: 8 }),
  fc.constantFrom(90, 180, -270, 91, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 2, FARTHEST, FARTHEST + 1),
)
const spelled = fc
  .tuple(whole, fc.constantFrom('plain', 'real', 'dot', 'plus', 'zeros', 'half'))
  .map(([value, spelling]) => {
    const digits = String(Math.abs(value))
    const sign = value < 0 ? '-' : ''
    const forms = {
      plain: `${sign}${digits}`,
      real: `${sign}${digits}.0`,
      dot: `${sign}${digits}.`,
      plus: `+${digits}`,
      zeros: `${sign}000${digits}`,
      half: `${sign}${digits}.5`,
    }
    return forms[spelling as keyof typeof forms]
  })
const other = fc.constantFrom(
  '/Yes',
  '(2)',
  '<32>',
  'true',
  'false',
  '<<>>',
  '<</W 2>>',
  '<</R 90>>',
  '<</R 91>>',
  '-0',
)
const value = fc.oneof(
  { weight: 3, arbitrary: spelled },
  { weight: 2, arbitrary: fc.array(spelled, { maxLength: 7 }).map((items) => `[${items.join(' ')}]`) },
  other,
)

const roles = Object.keys(expected) as ReadingRole[]
const keys = roles.flatMap((role) => Object.keys(expected[role]).map((key) => [role, key] as const))

test('the test knows every key of the table', () => {
  for (const role of roles) expect([...readingKeys(role)].sort()).toEqual(Object.keys(expected[role]).sort())
})

const isHex = (text: string): boolean => text.startsWith('<3')

test.each(keys)('%s /%s: only what all readers read alike passes', (role, key) => {
  fc.assert(
    fc.property(value, (text) => {
      const dictionary = read(`<</${key} ${text}>>`)
      const isAlike = expected[role][key]?.(text) === true || (isHex(text) && expected[role][key] === isText)
      const isNested = text === '<</R 91>>' || text === '<</W 2>>' || text === '<</R 90>>'
      if (isNested && (key === 'BS' || key === 'AP' || key === 'MK')) return
      expect(findOddEntry(objects, dictionary, role, true) === undefined).toBe(isAlike)
      // A repair writes values with one reading.
      const repaired = read(
        formatObject({ kind: 'dict', entries: alikeDict(objects, dictionary, role === 'drawing').entries }),
      )
      const isRole = findOddReading(
        objects,
        role === 'drawing' ? { kind: 'stream', dict: repaired, data: new Uint8Array() } : repaired,
      )
      if (key !== 'MediaBox') expect(isRole).toBeUndefined()
    }),
  )
})

test.each(keys)('%s /%s: null and an escaped key never pass in a later revision', (role, key) => {
  expect(findOddEntry(objects, read(`<</${key} null>>`), role, true)).toBe(key)
  const escaped = `#${key.charCodeAt(0).toString(16)}${key.slice(1)}`
  expect(findOddEntry(objects, read(`<</${escaped} 1>>`), role, true)).toBe(key)
})

test('a number that is an object of its own passes in an upload, not in a later revision', () => {
  expect(findOddEntry(objects, read('<</F 5 0 R>>'), 'annotation')).toBeUndefined()
  expect(findOddEntry(objects, read('<</F 5 0 R>>'), 'annotation', true)).toBe('F')
})

test('nested entries of a border and of characteristics have one reading, too', () => {
  expect(findOddReading(objects, read('<</Rect [0 0 1 1] /BS <</W -1>>>>'))).toBe('BS')
  expect(findOddReading(objects, read('<</Rect [0 0 1 1] /MK <</R 91>>>>'))).toBe('MK')
  expect(findOddReading(objects, read('<</Rect [0 0 1 1] /MK <</R 90.0>>>>'))).toBe('MK')
  expect(findOddReading(objects, read('<</Rect [0 0 1 1] /MK <</R 90>> /BS <</W 2/S/S>>>>'))).toBeUndefined()
})

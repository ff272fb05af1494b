import fc from 'fast-check'
import { PdfLexer } from './lexer.ts'
import { defaultLimits } from './limits.ts'
import { ObjectParser } from './object-parser.ts'
import { type PdfObject, type PdfStream, pdfArray, pdfDict, pdfName, pdfRef, pdfString } from './objects.ts'
import { PdfError } from './pdf-error.ts'
import { asciiBytes, formatObject } from './serialize.ts'

const parser = (text: string, limits = defaultLimits): ObjectParser =>
  new ObjectParser(new PdfLexer(asciiBytes(text)), limits)
const parse = (text: string): PdfObject => parser(text).parse()

test.each<[string, PdfObject]>([
  ['null', null],
  ['true', true],
  ['12 0 R', pdfRef(12)],
  ['[1 2 0 R 3 4]', pdfArray([1, pdfRef(2), 3, 4])],
  ['[1 2 3 R]', pdfArray([1, pdfRef(2, 3)])],
  ['[0 1 /R]', pdfArray([0, 1, pdfName('R')])],
  ['<</A/B/C<<>>/D[]>>', pdfDict({ A: pdfName('B'), C: pdfDict({}), D: pdfArray([]) })],
  ['<</A 1%comment\n/B(x)>>', pdfDict({ A: 1, B: pdfString(asciiBytes('x')) })],
])('the parser reads %s', (text, object) => {
  expect(parse(text)).toEqual(object)
})

test.each([
  ['<</A 1 /A 2>>', 'stands twice'],
  ['<</A>>', 'expected a number'],
  ['<<1 2>>', 'expected a key'],
  ['[1 2', 'unterminated array'],
  ['<</A 1', 'expected a key'],
  ['nul', "expected 'null'"],
  ['R', 'expected a number'],
  ['}', 'expected a number'],
])('the parser refuses %s: %s', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})

test('nesting and size are limited', () => {
  const deep = '['.repeat(101) + ']'.repeat(101)
  const tooComplex = expect.objectContaining({ code: 'PDF_TOO_COMPLEX' })
  expect(() => parse('['.repeat(100_000))).toThrow(tooComplex)
  expect(() => parse(`[${deep}]`)).toThrow(tooComplex)
  expect(() => parser('[1 2 3 4 5]', { ...defaultLimits, objectItems: 5 }).parse()).toThrow(tooComplex)
})

const stream = (text: string): PdfObject =>
  parser(`7 0 obj\n${text}\nendobj`).parseIndirect((length) => (length.num === 9 ? 3 : -1)).object

test.each([
  '<</Length 3>>stream\nabc\nendstream',
  '<</Length 3>> stream\r\nabcendstream',
  '<</Length 9 0 R>>\nstream\nabc\r\nendstream',
])('the parser reads the stream %p', (text) => {
  expect(Buffer.from((stream(text) as PdfStream).data).toString()).toBe('abc')
})

test.each([
  ['<</Length 4>>stream\nabc\nendstreams', "expected 'endstream'"],
  ['<</Length 2>>stream\nabc\nendstream', "expected 'endstream'"],
  ['<</Length 3>>stream\rabc\nendstream', 'no line feed'],
  ['<</Length -3>>stream\nabc\nendstream', 'invalid stream length'],
  ['<</Length 3000>>stream\nabc\nendstream', 'invalid stream length'],
  ['<</Length 8 0 R>>stream\nabc\nendstream', 'invalid stream length'],
  ['<<>>stream\nabc\nendstream', 'invalid stream length'],
])('the parser refuses the stream %p: %s', (text, message) => {
  expect(() => stream(text)).toThrow(message)
})

test('an object without its end is refused', () => {
  expect(() => parser('7 0 obj 42 8 0 obj').parseIndirect(() => 0)).toThrow(PdfError)
})

const { object: anyObject } = fc.letrec<{ object: Exclude<PdfObject, PdfStream> }>((tie) => ({
  object: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
      .map((value) => Math.round(value * 1e6) / 1e6),
    fc.string().map((value) => pdfName(value.replace(/[^\x21-\x7e]/g, '_'))),
    fc.uint8Array().map(pdfString),
    fc.record({ num: fc.nat(8_388_607), gen: fc.nat(65_535) }).map(({ num, gen }) => pdfRef(num, gen)),
    fc.array(tie('object')).map(pdfArray),
    fc.dictionary(fc.stringMatching(/^[A-Za-z0-9 /#()]{1,8}$/), tie('object')).map(pdfDict),
  ),
}))

test('every object that is written reads back the same', () => {
  fc.assert(
    fc.property(anyObject, (object) => {
      expect(parse(`${formatObject(object)} `)).toEqual(withoutNegativeZero(object))
    }),
  )
})

/** PDF has no negative zero. */
function withoutNegativeZero(object: PdfObject): PdfObject {
  if (object === 0) return 0
  if (typeof object !== 'object' || object === null) return object
  if (object.kind === 'array') return pdfArray(object.items.map(withoutNegativeZero))
  if (object.kind !== 'dict') return object
  return pdfDict(Object.fromEntries([...object.entries].map(([key, value]) => [key, withoutNegativeZero(value)])))
}

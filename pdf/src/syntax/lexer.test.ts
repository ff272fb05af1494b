import fc from 'fast-check'
import { PdfLexer } from './lexer.ts'
import { pdfString } from './objects.ts'
import { PdfError } from './pdf-error.ts'
import { asciiBytes, formatObject, formatString } from './serialize.ts'

const lex = (text: string): PdfLexer => new PdfLexer(asciiBytes(text))
const bytes = (text: string): number[] => [...asciiBytes(text)]

test.each([
  ['0', 0],
  ['+17', 17],
  ['-98', -98],
  ['34.5', 34.5],
  ['-.002', -0.002],
  ['4.', 4],
  ['007', 7],
])('the lexer reads the number %s', (text, value) => {
  expect(lex(`${text} `).readNumber()).toBe(value)
})

test.each(['--5', '1e5', '5-3', '.', '+', '0x10', '16#FF', ''])('%p is not a number', (text) => {
  expect(() => lex(text).readNumber()).toThrow(PdfError)
})

test.each([
  ['/Name1', 'Name1'],
  ['/A;Name_With-Various***Characters?', 'A;Name_With-Various***Characters?'],
  ['/lime#20Green', 'lime Green'],
  ['/A#42', 'AB'],
  ['/Type/Next', 'Type'],
  ['/', ''],
])('the lexer reads the name %s', (text, value) => {
  expect(lex(text).readName()).toBe(value)
})

test.each(['/A#4', '/A#zz', '/A#00'])('name %s is refused', (text) => {
  expect(() => lex(text).readName()).toThrow(PdfError)
})

test.each([
  ['(simple)', 'simple'],
  ['(balanced (parentheses) and \\) one)', 'balanced (parentheses) and ) one'],
  ['(a\\nb\\tc\\\\)', 'a\nb\tc\\'],
  ['(two \\\nlines)', 'two lines'],
  ['(line\r\nend)', 'line\nend'],
  ['(\\0053\\053\\53x)', '\x053++x'],
  ['(\\q)', 'q'],
  ['()', ''],
])('the lexer reads the string %p', (text, value) => {
  expect([...lex(text).readLiteralString()]).toEqual(bytes(value))
})

test.each([
  ['<48 65 6C6c6F>', 'Hello'],
  ['<901FA>', '\x90\x1f\xa0'],
  ['<>', ''],
])('the lexer reads the hexadecimal string %s', (text, value) => {
  expect([...lex(text).readHexString()]).toEqual(bytes(value))
})

test.each(['(open', '(open\\)', '(a(b)'])('%p is refused as unterminated', (text) => {
  expect(() => lex(text).readLiteralString()).toThrow('unterminated')
})

test.each(['<41', '<4G>'])('the hexadecimal string %p is refused', (text) => {
  expect(() => lex(text).readHexString()).toThrow(PdfError)
})

test('comments count as white space', () => {
  const lexer = lex('% a comment (not a string\r  %another\n 42')
  lexer.skipWhitespace()
  expect(lexer.readNumber()).toBe(42)
})

test('a keyword ends at a delimiter or white space', () => {
  expect(lex('obj<<').takeKeyword('obj')).toBe(true)
  expect(lex('object').takeKeyword('obj')).toBe(false)
  expect(lex('ob').takeKeyword('obj')).toBe(false)
})

test('an error gives the offset of the byte', () => {
  expect(() => lex('    x').expectKeyword('obj')).toThrow(expect.objectContaining({ code: 'PDF_MALFORMED', offset: 0 }))
})

test('every string that is written reads back the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (value) => {
      const text = formatString(pdfString(value))
      const lexer = lex(text)
      const read = text.startsWith('(') ? lexer.readLiteralString() : lexer.readHexString()
      expect([...read]).toEqual([...value])
      expect(lexer.position).toBe(text.length)
    }),
  )
})

test('every name that is written reads back the same', () => {
  const character = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.string({ unit: character }), (value) => {
      const text = formatObject({ kind: 'name', value })
      expect(lex(`${text} `).readName()).toBe(value)
    }),
  )
})

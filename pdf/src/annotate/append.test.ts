import { appendedTo, fromHeader, NotAppended } from './append.ts'

const bytes = (...numbers: readonly number[]) => new Uint8Array(numbers)

test.each([
  [bytes(1, 2), bytes(1, 2, 3, 4), bytes(3, 4)],
  [bytes(1, 2), bytes(1, 2), bytes()],
])('appendedTo returns what follows %o in %o', (before, after, tail) => {
  expect(appendedTo(before, after)).toEqual(tail)
})

test.each([
  [bytes(1, 2), bytes(1, 3, 4)],
  [bytes(1, 2), bytes(1)],
])('appendedTo throws when %o is not the beginning of %o', (before, after) => {
  expect(() => appendedTo(before, after)).toThrow(NotAppended)
})

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['%PDF-1.7 rest', '%PDF-1.7 rest'],
  ['\n\n%PDF-1.7 rest', '%PDF-1.7 rest'],
  ['\xef\xbb\xbf%PDF-1.7', '%PDF-1.7'],
  [`${'x'.repeat(1019)}%PDF-1.7`, '%PDF-1.7'],
  // The header is beyond the search range: unchanged.
  [`${'x'.repeat(1020)}%PDF-1.7`, `${'x'.repeat(1020)}%PDF-1.7`],
  ['', ''],
])('fromHeader drops the bytes before the header: %j', (file, document) => {
  expect(fromHeader(latin1(file))).toEqual(latin1(document))
})

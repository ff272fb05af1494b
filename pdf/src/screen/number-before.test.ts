import fc from 'fast-check'
import { asciiBytes, decodeLatin1 } from '../syntax/index.ts'
import { numbersBefore } from './number-before.ts'

const HEADER = /(\d{1,10})\s+\d{1,10}\s*$/
const expected = (bytes: Uint8Array): number | undefined => {
  const before = decodeLatin1(bytes, Math.max(0, bytes.length - 160), bytes.length)
  const match = HEADER.exec(before) ?? HEADER.exec(before.replace(/%[^\r\n]*[\r\n]/g, ' '))
  return match === null ? undefined : Number(match[1])
}

test.each([
  ['1 0 ', 1],
  ['12 0', 12],
  ['x7\t\n0\r\n', 7],
  ['1 %note\n0 %another\r', 1],
  ['3 %4\n0 ', 4],
  ['%3\n0 ', 3],
  ['12345678901 0 ', 2_345_678_901],
  ['1 12345678901 ', undefined],
  ['1\xa00\x0b', 1],
  ['1\x000 ', undefined],
  ['obj', undefined],
  ['', undefined],
  [`1 0${' '.repeat(157)}`, 1],
  [`1 0${' '.repeat(158)}`, undefined],
])('numbersBefore and the regular expression give the expected number for %j', (text, number) => {
  expect(numbersBefore(asciiBytes(text), text.length)?.num).toBe(number)
  expect(expected(asciiBytes(text))).toBe(number)
})

test('numbersBefore and the regular expression agree on any bytes', () => {
  const piece = fc.constantFrom('1', '0', '99', '1234567890', ' ', '\n', '\r', '%', 'x', '\xa0', '\0', 'obj', '  ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const bytes = asciiBytes(pieces.join(''))
      expect(numbersBefore(bytes, bytes.length)?.num).toBe(expected(bytes))
    }),
    { numRuns: 3000 },
  )
})

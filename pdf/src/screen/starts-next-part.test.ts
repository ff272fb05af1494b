import fc from 'fast-check'
import { asciiBytes, decodeLatin1 } from '../syntax/index.ts'
import { startsNextPart } from './starts-next-part.ts'

const expected = (bytes: Uint8Array): boolean =>
  /^\s*(\d+\s+\d+\s+obj|xref|trailer|startxref|$)/.test(decodeLatin1(bytes, 0, Math.min(64, bytes.length)))

test.each([
  ['\n1 0 obj', true],
  ['1 0 obj', true],
  ['1 0obj', false],
  ['1 obj', false],
  ['\r\nxref', true],
  [' startxref', true],
  ['trail', false],
  ['', true],
  [' '.repeat(64), true],
  [`${' '.repeat(64)}x`, true],
  [`${' '.repeat(61)}xref`, false],
  ['endobj', false],
])('startsNextPart and the regular expression give the expected answer for %j', (text, answer) => {
  expect(startsNextPart(asciiBytes(text), 0)).toBe(answer)
  expect(expected(asciiBytes(text))).toBe(answer)
})

test('startsNextPart and the regular expression agree on any bytes', () => {
  const piece = fc.constantFrom(
    '1',
    '0',
    ' ',
    '\n',
    '\0',
    '\xa0',
    'obj',
    'xref',
    'start',
    'trailer',
    'x',
    ' '.repeat(30),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const bytes = asciiBytes(pieces.join(''))
      expect(startsNextPart(bytes, 0)).toBe(expected(bytes))
    }),
    { numRuns: 3000 },
  )
})

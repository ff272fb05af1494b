import fc from 'fast-check'
import { isKnownToClient, parseRange } from './range.ts'

const SIZE = 1000

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-99', { kind: 'part', start: 0, end: 99 }],
  ['bytes=900-', { kind: 'part', start: 900, end: 999 }],
  ['bytes=-100', { kind: 'part', start: 900, end: 999 }],
  ['bytes=-5000', { kind: 'part', start: 0, end: 999 }],
  ['bytes=990-5000', { kind: 'part', start: 990, end: 999 }],
  ['bytes=1000-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-4', { kind: 'whole' }],
  ['bytes=0-1,5-9', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['items=0-5', { kind: 'whole' }],
])('parseRange reads Range %s (RFC 9110, section 14)', (header, expected) => {
  expect(parseRange(header, SIZE)).toEqual(expected)
})

test('a partial range always lies within the representation', () => {
  const number = fc.oneof(fc.nat(), fc.constant(''))
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 5000 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size)
      if (range.kind === 'part') {
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.start).toBeLessThanOrEqual(range.end)
        expect(range.end).toBeLessThan(size)
      }
    }),
  )
})

test.each([
  [undefined, false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"x"', false],
])('isKnownToClient compares If-None-Match %s with the entity tag', (header, known) => {
  expect(isKnownToClient(header, '"abc"')).toBe(known)
})

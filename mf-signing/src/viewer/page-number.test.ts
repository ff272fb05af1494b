import * as fc from 'fast-check'
import { parsePageNumber } from './PagePosition.tsx'

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['007', 7],
  ['0', undefined],
  ['13', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e1', undefined],
  ['', undefined],
  ['dos', undefined],
])('parsePageNumber reads %j in a document of 12 pages as %p', (text, page) => {
  expect(parsePageNumber(text, 12)).toBe(page)
})

test('property: parsePageNumber returns only page numbers within the document', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String)), fc.integer({ min: 1, max: 2000 }), (text, count) => {
      const page = parsePageNumber(text, count) ?? 1
      expect(page).toBeGreaterThanOrEqual(1)
      expect(page).toBeLessThanOrEqual(count)
    }),
  )
})

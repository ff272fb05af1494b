import fc from 'fast-check'
import { documentPlace, sheetPlace } from './early-place.ts'

// Layout of the guest page in Chromium;
// `early-start.spec.ts` checks it in a browser.
test.each([
  ['a desk', 1280, 720, 15, false, { left: 0, top: 56, width: 929, height: 664 }],
  ['a desk, exactly as wide as two columns need', 900, 800, 15, true, { left: 0, top: 56, width: 549, height: 744 }],
  ['a tablet', 768, 1024, 15, false, { left: 0, top: 123.5, width: 753, height: 775.5 }],
  ['a phone', 390, 844, 0, false, { left: 0, top: 123.5, width: 390, height: 595.5 }],
  ['a phone, invited', 390, 844, 0, true, { left: 0, top: 147, width: 390, height: 528 }],
  ['a phone that lies on its side', 844, 390, 0, true, { left: 0, top: 56, width: 572, height: 334 }],
])('%s', (_what, innerWidth, innerHeight, gutter, invited, place) => {
  expect(documentPlace({ innerWidth, innerHeight }, gutter, invited)).toEqual(place)
})

test('a page that fits lies in the middle, one that does not begins at its top, below the margin', () => {
  const a4 = { width: 595, height: 842 }
  expect(sheetPlace({ width: 929, height: 664 }, a4, 1).sheet).toEqual({ left: 167, top: 24, width: 595, height: 842 })
  expect(sheetPlace({ width: 753, height: 775.5 }, a4, 0.5).sheet).toMatchObject({ left: 227.75, top: 145.25 })
})

test('whatever the window and the page are, the page is in the middle from side to side', () => {
  const length = fc.integer({ min: 50, max: 4000 })
  const size = fc.record({ width: length, height: length })
  fc.assert(
    fc.property(size, size, fc.constantFrom(0.5, 1), (viewport, page, zoom) => {
      const { content, sheet, scrolled } = sheetPlace(viewport, page, zoom)
      expect(sheet.left + sheet.width / 2 - scrolled).toBeCloseTo(viewport.width / 2)
      expect(sheet.left + sheet.width).toBeLessThanOrEqual(content.width)
      expect(sheet.top + sheet.height).toBeLessThanOrEqual(content.height)
    }),
  )
})

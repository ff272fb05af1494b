import fc from 'fast-check'
import { widthOf } from './appearance.ts'
import { fitText, fittingLength, SMALLEST_SIZE, TEXT_LEADING, TEXT_PADDING } from './fit-text.ts'

const boxes = fc.record({
  width: fc.double({ min: 12, max: 400, noNaN: true }),
  height: fc.double({ min: 10, max: 120, noNaN: true }),
  multiline: fc.boolean(),
})
const texts = fc.string({ unit: fc.constantFrom(...'abc ñW.李あ م', 'e\u0301'), maxLength: 80 })

test('fitted text stays inside its box, at 8 to 12 points', () => {
  fc.assert(
    fc.property(texts, boxes, (text, box) => {
      const fitted = fitText(text, box)
      if (fitted === undefined) return
      expect(fitted.size).toBeGreaterThanOrEqual(SMALLEST_SIZE)
      expect(fitted.size).toBeLessThanOrEqual(12)
      for (const line of fitted.lines)
        expect(widthOf(line) * fitted.size).toBeLessThanOrEqual(box.width - 2 * TEXT_PADDING)
      expect(fitted.lines.length * fitted.size * TEXT_LEADING).toBeLessThanOrEqual(box.height)
      if (!box.multiline) expect(fitted.lines).toHaveLength(1)
    }),
    { numRuns: 60 },
  )
})

test('text up to the fitting length fits, and the whole text fits exactly if its length is within', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcWñ'), minLength: 1, maxLength: 80 }), boxes, (text, box) => {
      const limit = fittingLength(text, box)
      expect(limit === text.length).toBe(fitText(text, box) !== undefined)
      if (limit > 0) expect(fitText(text.slice(0, limit), box)).toBeDefined()
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['a line', { width: 200, height: 14, multiline: false }, 'corto', 11.5],
  ['a long line', { width: 60, height: 20, multiline: false }, 'once letras', 11],
  ['a box too low', { width: 200, height: 9, multiline: true }, 'corto', undefined],
  ['a word wider than its box', { width: 30, height: 60, multiline: true }, 'electroencefalografista', 9.5],
])('the fitted font size: %s', (_, box, text, size) => {
  expect(fitText(text, box)?.size).toBe(size)
})

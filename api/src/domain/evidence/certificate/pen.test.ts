import fc from 'fast-check'
import { shapeLine } from 'pdf/text'
import { wrapText } from './pen.ts'

const style = { size: 7 }
const widthOf = (text: string): number => (shapeLine(text).width * style.size) / 1000
const word = fc.string({ unit: fc.constantFrom(...'abcdefiWM.0123456789-@ñ签'), minLength: 1, maxLength: 90 })

test('wrap splits a long word into lines that fit and loses no character', () =>
  fc.assert(
    fc.property(word, fc.integer({ min: 12, max: 200 }), (text, width) => {
      const lines = wrapText(text, width, style)
      expect(lines.join('')).toBe(text)
      // Kerning at the cut.
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width + 0.5)
      expect(lines).not.toContain('')
    }),
    { numRuns: 50 },
  ))

test('shapeLine makes a line as wide as the sum of its words and spaces', () => {
  const parts = ['firmó', ' ', 'el', ' ', 'contrato']
  const sum = parts.reduce((width, part) => width + shapeLine(part).width, 0)
  expect(shapeLine(parts.join('')).width).toBeCloseTo(sum)
})

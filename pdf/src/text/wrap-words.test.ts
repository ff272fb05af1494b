import fc from 'fast-check'
import { wrapWords } from './wrap-words.ts'

const fits = (line: string): boolean => line.length <= 8

test.each([
  [
    ['one', 'two', 'three'],
    ['one two', 'three'],
  ],
  [
    ['unbreakable', 'a'],
    ['unbreakable', 'a'],
  ],
  [
    ['a', 'unbreakable'],
    ['a', 'unbreakable'],
  ],
  [[], ['']],
])('the words %j become the lines %j', (words, lines) => {
  expect(wrapWords(words, fits)).toEqual(lines)
})

test('a word that is too long is broken, and the next words follow its last part', () => {
  const halves = (word: string): string[] => [word.slice(0, 8), word.slice(8)]
  expect(wrapWords(['a', '0123456789', 'b'], fits, halves)).toEqual(['a', '01234567', '89 b'])
})

test('wrapping keeps every word in order, and only a single word may exceed its line', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes(' '))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const lines = wrapWords(words, fits)
      expect(lines.join(' ').split(' ')).toEqual(words)
      for (const line of lines) expect(fits(line) || !line.includes(' ')).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { foldSearchText, patternOf, searchTextOf, searchWords } from './search-text.ts'

test.each([
  ['  Año   NUEVO ', 'ano nuevo'],
  ['Núñez_Peña', 'nunez pena'],
  ['n\u0303andú', 'nandu'],
  ['a\u0000b\tc\r\nd', 'a b c d'],
  ['İstanbul', 'istanbul'],
  ['___', ''],
])('foldSearchText turns %p into %p', (text, folded) => {
  expect(foldSearchText(text)).toBe(folded)
})

test('foldSearchText leaves a folded text unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aÁñÑÜ_ \tß漢각Σ9%\\') })
  fc.assert(fc.property(text, (some) => expect(foldSearchText(foldSearchText(some))).toBe(foldSearchText(some))))
})

test('searchWords returns each word once, and searchTextOf keeps the parts apart', () => {
  expect(searchWords(' Año  nuevo_ANO ')).toEqual(['ano', 'nuevo'])
  expect(searchWords(' _ ')).toEqual([])
  expect(searchTextOf(['Acta', 'Casa\nverde'])).toBe('acta\ncasa verde')
})

test('patternOf escapes the wildcards of LIKE', () => {
  expect(patternOf('100%')).toBe('%100\\%%')
  expect(patternOf('a_\\b')).toBe('%a\\_\\\\b%')
})

import { formatDay, formatListMoment, formatPages, formatSignatures, formatSize } from './format.ts'

/** ICU uses narrow and no-break spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [1.25, '1,25 MB'],
  [10, '10 MB'],
  [0.126, '0,13 MB'],
  [0.001, '< 0,01 MB'],
  [0, '0 MB'],
])('a size of %d MB reads "%s"', (size, text) => {
  expect(plain(formatSize(size))).toBe(text)
})

test('the formatted day is the day in Costa Rica, not in UTC', () => {
  expect(plain(formatDay('2026-02-01T05:59:59.000Z'))).toBe('31 ene 2026')
  expect(plain(formatDay('2026-02-01T06:00:00.000Z'))).toBe('1 feb 2026')
})

test('the formatted time is the time in Costa Rica', () => {
  expect(plain(formatListMoment('2026-01-31T18:00:00.000Z'))).toBe('31 de enero de 2026 a las 12:00 p. m.')
  expect(formatListMoment('2026-01-31T14:30:00.000Z')).toMatch(/8:30\u00a0a\.\u00a0m\.$/)
})

test('formatted counts use the singular or plural of their nouns', () => {
  expect([formatSignatures(0, 1), formatSignatures(1, 2)]).toEqual(['0 de 1 firma', '1 de 2 firmas'])
  expect([formatPages(1), formatPages(4)]).toEqual(['1 página', '4 páginas'])
})

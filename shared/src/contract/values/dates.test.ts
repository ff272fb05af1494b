import { dateFormat } from './dates.ts'

const INSTANT = '2026-02-03T18:00:00Z'

test.each([
  [dateFormat({ dateStyle: 'medium', timeStyle: 'short' }), '3 feb 2026, 12:00\u00a0p.\u00a0m.'],
  [dateFormat({ dateStyle: 'long', timeStyle: 'short' }), '3 de febrero de 2026 a las 12:00\u00a0p.\u00a0m.'],
  [dateFormat({ dateStyle: 'long' }), '3 de febrero de 2026'],
  [dateFormat({ day: 'numeric', month: 'short' }), '3 feb'],
])('dateFormat shows the time of Costa Rica without a line break inside: %#', (format, text) => {
  expect(format(INSTANT)).toBe(text)
  expect(format(Date.parse(INSTANT))).toBe(text)
})

import { encodeWinAnsi, helveticaWidth } from '../write/win-ansi.ts'
import { appearanceLines } from './appearance.ts'

const caption = '14/03/2026 22:05 · Firmado con Trazo'
const shown = (name: string): string[] =>
  appearanceLines(name, caption).map((line) =>
    line.kind === 'plain'
      ? Buffer.from(line.bytes).toString('latin1')
      : `embedded ${line.line.runs.map(({ face, text }) => `${face}:${text}`).join('|')}`,
  )

test('the appearance shows the name and the caption', () => {
  expect(shown('Ana Ñúñez')).toEqual(['Ana Ñúñez', '14/03/2026 22:05 · Firmado con Trazo'])
  expect(shown('José'.normalize('NFD'))[0]).toBe('José')
})

test('a name beyond WinAnsi is shaped in embedded fonts', () => {
  expect(shown('李明')).toEqual(['embedded han:李明', '14/03/2026 22:05 · Firmado con Trazo'])
  expect(shown('Ana 李')[0]).toBe('embedded latin:Ana |han:李')
  expect(shown('Łukasz')[0]).toBe('embedded latin:Łukasz')
  expect(shown('  ')).toHaveLength(1)
})

test.each([
  ['€', 0x80],
  ['’', 0x92],
  ['Ž', 0x8e],
  ['Ÿ', 0x9f],
  ['ñ', 0xf1],
  ['\u00a0', 0xa0],
])('%s is %d in WinAnsi', (character, code) => {
  expect(encodeWinAnsi(character)).toEqual(Uint8Array.of(code))
})

test.each(['\n', '\u0081', '\u007f', 'ł', '日', '🙂', '\u202f'])('%j is not in WinAnsi', (character) => {
  expect(encodeWinAnsi(character)).toBeUndefined()
})

test('the width of a text in Helvetica follows the font metrics', () => {
  expect(helveticaWidth(encodeWinAnsi('Trazo') ?? new Uint8Array())).toBeCloseTo((611 + 333 + 556 + 500 + 556) / 1000)
})

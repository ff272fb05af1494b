import fc from 'fast-check'
import * as v from 'valibot'
import { NAME_HIDDEN_MESSAGE, NAME_TOO_SHORT_MESSAGE, visibleName } from './visible-name.ts'

const EMPTY = 'El nombre es requerido'
const schema = visibleName(EMPTY, 64)

const firstMessage = (name: unknown): string | undefined => v.safeParse(schema, name).issues?.[0]?.message

const code = (...points: number[]): string => String.fromCodePoint(...points)

describe('check of a visible name', () => {
  test.each([
    ['Ana María Solís', 'Ana María Solís'],
    ['  Ana   Solís ', 'Ana Solís'],
    ['Ana\u00a0Solís', 'Ana Solís'],
    ['Ana\u3000Solís', 'Ana Solís'],
    ['Jose\u0301', 'José'],
    ["O'Neill-Núñez", "O'Neill-Núñez"],
    ['Ñu', 'Ñu'],
    ['李明', '李明'],
    ['محمد', 'محمد'],
    ['नेहा', 'नेहा'],
    ['J. R. 3.º', 'J. R. 3.º'],
  ])('the name %p is stored as %p', (typed, kept) => {
    expect(v.parse(schema, typed)).toBe(kept)
  })

  test.each([
    ['', EMPTY],
    ['   ', EMPTY],
    ['\u3000', EMPTY],
    ['A', NAME_TOO_SHORT_MESSAGE],
    ['A 1', NAME_TOO_SHORT_MESSAGE],
    ['12345', NAME_TOO_SHORT_MESSAGE],
    ['---', NAME_TOO_SHORT_MESSAGE],
    ['e\u0301', NAME_TOO_SHORT_MESSAGE],
  ])('the name %p is refused: %s', (typed, message) => {
    expect(firstMessage(typed)).toBe(message)
  })

  test.each([
    ['zero-width space', 0x200b],
    ['zero-width joiner', 0x200d],
    ['byte order mark', 0xfeff],
    ['soft hyphen', 0xad],
    ['word joiner', 0x2060],
    ['right-to-left override', 0x202e],
    ['right-to-left isolate', 0x2067],
    ['Arabic letter mark', 0x61c],
    ['Hangul filler', 0x3164],
    ['half-width Hangul filler', 0xffa0],
    ['Hangul choseong filler', 0x115f],
    ['braille blank', 0x2800],
    ['object replacement', 0xfffc],
    ['Egyptian full blank', 0x13441],
    ['tag letter', 0xe0041],
    ['variation selector', 0xfe0f],
    ['line feed', 0x0a],
    ['carriage return', 0x0d],
    ['tab', 0x09],
    ['NUL', 0],
    ['delete', 0x7f],
    ['next line', 0x85],
    ['line separator', 0x2028],
    ['private use', 0xe000],
    ['lone surrogate', 0xd800],
    ['noncharacter', 0xfffe],
  ])('a name with a %s is refused', (_name, point) => {
    expect(firstMessage(`Ana${code(point)}Solís`)).toBe(NAME_HIDDEN_MESSAGE)
  })

  test('a name that consists only of fillers counts as empty', () => {
    expect(firstMessage(code(0x3164, 0x3164))).toBe(EMPTY)
  })

  test('a name that is too long is refused', () => {
    expect(firstMessage('a'.repeat(65))).toBeDefined()
  })
})

const anyText = fc.string({ unit: 'binary', maxLength: 40 })

test('an accepted name has two letters, is composed, and stays the same when checked again', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = v.safeParse(schema, text)
      if (!parsed.success) return
      expect(parsed.output).toBe(parsed.output.normalize('NFC'))
      expect(parsed.output.match(/\p{L}/gu)?.length).toBeGreaterThanOrEqual(2)
      expect(v.parse(schema, parsed.output)).toBe(parsed.output)
    }),
  )
})

test('one control or format character anywhere inside a name is enough to refuse the name', () => {
  const hidden = fc.constantFrom(0, 0x0a, 0x1b, 0x7f, 0xad, 0x200b, 0x200e, 0x202e, 0x2066, 0x2069, 0x3164, 0xe0001)
  fc.assert(
    fc.property(fc.nat(4), hidden, (at, point) => {
      const name = `Solís${code(point)}`
      const moved = `${'Mora '.slice(0, at)}x${name}x`
      expect(firstMessage(moved)).toBe(NAME_HIDDEN_MESSAGE)
    }),
  )
})

test('names that differ only in the width of spaces are stored as the same name', () => {
  const spaces = fc.array(fc.constantFrom(' ', '\u00a0', '\u2003', '\u3000'), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(spaces, (between) => {
      expect(v.parse(schema, `Ana${between.join('')}Mora`)).toBe('Ana Mora')
    }),
  )
})

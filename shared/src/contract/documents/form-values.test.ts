import fc from 'fast-check'
import * as v from 'valibot'
import { FormFieldRuleSchema, formValueProblem, formValueText, inReadingOrder } from './form-fields.ts'

const field = (rule: object, required = true) => ({
  label: 'Dato',
  required,
  rule: v.parse(FormFieldRuleSchema, rule),
})
const text = field({ kind: 'text', max_length: 5, multiline: false })
const lines = field({ kind: 'text', max_length: 9, multiline: true })
const amount = field({ kind: 'number', min: -1, max: 100, decimals: 2 })
const whole = field({ kind: 'number', min: null, max: null, decimals: 0 })
const day = field({ kind: 'date', default_today: true })
const box = field({ kind: 'checkbox' })
const choice = field({ kind: 'choice', options: ['Sí', 'No'] })
const initials = field({ kind: 'initials' })
const drawing = 'data:image/png;base64,AAAA'

test.each([
  [text, 'añ李🙂e', undefined],
  [text, 'seis66', 'hasta 5 caracteres y tiene 6'],
  [text, 'a\nb', 'no se ven'],
  [text, 'a\u202eb', 'no se ven'],
  [text, true, 'debe ser un texto'],
  [text, '   ', 'Falta llenar «Dato».'],
  [lines, 'a\r\nb', undefined],
  [lines, 'a\u0000b', 'no se ven'],
  [amount, '12,50', undefined],
  [amount, ' -1 ', undefined],
  [amount, '12.505', 'hasta 2 decimales'],
  [amount, '-1.01', 'debe ser -1 o más'],
  [amount, '100,01', 'debe ser 100 o menos'],
  [amount, '1e2', 'debe ser un número'],
  [amount, 'Infinity', 'debe ser un número'],
  [whole, '1,0', 'sin decimales'],
  [day, '2024-02-29', undefined],
  [day, '2026-02-29', 'una fecha que exista'],
  [day, '2026-1-1', 'una fecha que exista'],
  [day, '0001-01-01', 'una fecha que exista'],
  [box, true, undefined],
  [box, false, 'Falta marcar «Dato».'],
  [box, 'Yes', 'marcado o sin marcar'],
  [choice, 'No', undefined],
  [choice, 'Quizás', 'una de las opciones'],
  [choice, true, 'una de las opciones'],
  [initials, 'ÁRM', undefined],
  [initials, 'demasiadas', 'hasta 6'],
  [initials, drawing, undefined],
  [initials, drawing.padEnd(100_001, 'A'), 'demasiado grande'],
])('the value check of a form field: %j with %j: %s', (described, value, expected) => {
  const problem = formValueProblem(described, value)
  if (expected === undefined) expect(problem).toBeUndefined()
  else expect(problem).toContain(expected)
})

test('an optional form field may stay empty, and a required form field may not', () => {
  for (const each of [text, lines, amount, day, box, choice, initials]) {
    for (const empty of [undefined, '', ' ', false]) {
      expect(formValueProblem({ ...each, required: false }, empty)).toBeUndefined()
      expect(formValueProblem(each, empty)).toContain('Falta')
    }
  }
})

test('accepted text is short and visible, and is shown as typed without outer spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (value) => {
      if (value.trim() === '' || formValueProblem(text, value) !== undefined) return
      expect([...value].length).toBeLessThanOrEqual(5)
      expect(value).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(formValueText(text, value)).toBe(value.trim())
    }),
  )
})

test('every number in range is accepted with a point or a comma, and is shown with a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100, max: 10_000 }), fc.constantFrom('.', ','), (hundredths, sign) => {
      const value = (hundredths / 100).toFixed(2).replace('.', sign)
      expect(formValueProblem(amount, value)).toBeUndefined()
      expect(formValueText(amount, value)).toBe(value.replace('.', ','))
    }),
  )
})

test('a date is accepted only if the date exists in the calendar', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2200 }), fc.nat(14), fc.nat(33), (year, month, date) => {
      const last = month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate()
      const value = `${year}-${two(month)}-${two(date)}`
      expect(formValueProblem(day, value) === undefined).toBe(date >= 1 && date <= last)
    }),
  )
  expect(formValueText(day, '2026-01-31')).toBe('31/01/2026')
})

test('the reading order sorts by position, page, top to bottom, and left to right', () => {
  const at = (id: number, position: number | null, page: number, y_relative: number, x_relative: number) => ({
    id,
    position,
    page,
    y_relative,
    x_relative,
  })
  const ordered = [
    at(1, 1, 9, 1, 1),
    at(2, 2, 1, 0, 0),
    at(3, null, 1, 0.1, 0.5),
    at(4, null, 1, 0.2, 0),
    at(5, null, 2, 0, 0),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      expect(inReadingOrder(shuffled)).toEqual(ordered)
    }),
  )
})

test.each([
  [{ kind: 'number', min: 2, max: 1, decimals: 0 }],
  [{ kind: 'choice', options: ['una'] }],
  [{ kind: 'choice', options: ['una', 'una'] }],
  [{ kind: 'choice', options: ['una', ' '] }],
  [{ kind: 'text', max_length: 2001, multiline: false }],
  [{ kind: 'firma' }],
])('the schema refuses the form field rule %j', (rule) => {
  expect(v.safeParse(FormFieldRuleSchema, rule).success).toBe(false)
})

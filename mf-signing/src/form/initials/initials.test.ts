import * as fc from 'fast-check'
import { SIGNATURE_DATA_MAX_LENGTH } from 'shared/contract'
import { storedFormField } from '../../testing/wire.ts'
import { formOf, formValuesOf, withValue } from '../form-state.ts'
import { copiesOf, FORM_VALUES_MAX, isTooMuch, roomFor } from './initials.ts'

const box = (id: number) => storedFormField({ id, page: id, label: `Iniciales ${id}`, rule: { kind: 'initials' } })
const text = storedFormField({ id: 999, label: 'Empresa' })
const open = (values: readonly [number, string][] = [], boxes = 3) =>
  formOf({
    fields: [text, ...Array.from({ length: boxes }, (_, index) => box(index + 1))],
    values: values.map(([form_field_id, value]) => ({ form_field_id, value })),
    prefilled: [],
    draft_saved_at: null,
    today: '2026-11-24',
  })
const initials = (state: ReturnType<typeof open>) =>
  [1, 2, 3].map((id) => formValuesOf(state).find((one) => one.form_field_id === id)?.value ?? '')

test('the value of the first filled box of initials is copied to all other boxes', () => {
  const typed = withValue(withValue(open(), 2, 'A'), 2, 'AM')
  expect(initials(typed)).toEqual(['AM', 'AM', 'AM'])
  expect(copiesOf(typed)).toBe(3)
  expect(typed.values.has(999)).toBe(false)
})

test('a box edited separately keeps its value, and follows the leading box again once emptied', () => {
  const typed = withValue(open(), 1, 'AM')
  const apart = withValue(typed, 3, 'AMM')
  expect(initials(apart)).toEqual(['AM', 'AM', 'AMM'])
  expect(copiesOf(apart)).toBe(2)
  expect(initials(withValue(apart, 1, 'X'))).toEqual(['X', 'X', 'AMM'])
  expect(initials(withValue(withValue(apart, 3, ''), 1, 'X'))).toEqual(['X', 'X', 'X'])
})

test('after a reload the same boxes lead and stay separate; an emptied box stops leading', () => {
  const read = open([
    [2, 'AM'],
    [3, 'ZZ'],
  ])
  expect(initials(withValue(read, 2, 'AN'))).toEqual(['AN', 'AN', 'ZZ'])
  const emptied = withValue(withValue(open(), 1, 'AM'), 1, '')
  expect(copiesOf(emptied)).toBe(0)
  expect(initials(withValue(emptied, 2, 'B'))).toEqual(['B', 'B', 'B'])
})

test('the boxes of initials and the other values share the space for a drawing', () => {
  expect(roomFor(open([], 1), 1)).toEqual({ boxes: 1, characters: 100_000 })
  const { boxes, characters: each } = roomFor(withValue(open([], 200), 999, 'x'.repeat(2000)), 1)
  expect(boxes).toBe(200)
  expect(each).toBeLessThan(FORM_VALUES_MAX / 200)
  const full = withValue(withValue(open([], 200), 999, 'x'.repeat(2000)), 1, 'i'.repeat(each))
  expect(isTooMuch(full)).toBe(false)
  expect(isTooMuch(withValue(full, 1, 'i'.repeat(each + 100)))).toBe(true)
})

test('the form values and the largest signature drawing fit in a request of 1 MB', () => {
  expect(FORM_VALUES_MAX + SIGNATURE_DATA_MAX_LENGTH + 40_000).toBeLessThan(1024 * 1024)
})

test('property: a box keeps its latest value, and a text field never follows the initials', () => {
  const step = fc.tuple(fc.constantFrom(1, 2, 3, 999), fc.constantFrom('', 'A', 'B'))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let state = open()
      let other: string | undefined
      for (const [id, value] of steps) {
        state = withValue(state, id, value)
        if (id === 999) other = value
        if (state.values.get(id) !== value || state.values.get(999) !== other) return false
      }
      return true
    }),
  )
})

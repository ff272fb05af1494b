import * as fc from 'fast-check'
import { storedFormField } from '../testing/wire.ts'
import { fieldHint } from './field-hint.ts'
import {
  formOf,
  formValuesOf,
  isPrefilled,
  ledTo,
  missingOf,
  nextOf,
  type SignerFormData,
  shownProblem,
  withTouched,
  withValue,
} from './form-state.ts'
import { initialsOf } from './initials/initials.ts'

const text = storedFormField({ id: 1, label: 'Empresa' })
const date = storedFormField({ id: 2, label: 'Fecha', rule: { kind: 'date', default_today: true } })
const check = storedFormField({ id: 3, label: 'Acepto', required: false, rule: { kind: 'checkbox' } })
const form = (over: Partial<SignerFormData> = {}): SignerFormData => ({
  fields: [text, date, check],
  values: [],
  prefilled: [],
  draft_saved_at: null,
  today: '2026-11-23',
  ...over,
})

test('a date starts as today; a draft of the server and values kept in the browser override it', () => {
  expect(formValuesOf(formOf(form()))).toEqual([{ form_field_id: 2, value: '2026-11-23' }])
  const drafted = form({ values: [{ form_field_id: 2, value: '' }] })
  expect(formValuesOf(formOf(drafted))).toEqual([{ form_field_id: 2, value: '' }])
  const kept = [
    { form_field_id: 1, value: 'Café' },
    { form_field_id: 99, value: 'de otro' },
  ]
  expect(formOf(drafted, kept)).toMatchObject({ saving: 'waiting' })
  expect(formValuesOf(formOf(drafted, kept))).toEqual([
    { form_field_id: 1, value: 'Café' },
    { form_field_id: 2, value: '' },
  ])
})

test('nextOf leads first to the fields that block signing, in a cycle, then to empty optional fields', () => {
  const start = formOf(form({ values: [{ form_field_id: 2, value: '' }] }))
  expect(missingOf(start).map(({ id }) => id)).toEqual([1, 2])
  const first = ledTo(start, text)
  expect(nextOf(first)?.id).toBe(2)
  expect(nextOf(ledTo(first, date))?.id).toBe(1)
  const filled = withValue(withValue(first, 1, 'Café'), 2, '2026-01-31')
  expect(missingOf(filled)).toEqual([])
  expect(nextOf(filled)?.id).toBe(3)
  expect(nextOf(withValue(filled, 3, true))).toBeUndefined()
})

test('shownProblem returns the problem of a field only after the signer leaves the field', () => {
  const long = withValue(formOf(form()), 1, 'x'.repeat(21))
  expect(shownProblem(long, text)).toBeUndefined()
  expect(shownProblem(withTouched(long, [1]), text)).toBe('«Empresa» admite hasta 20 caracteres y tiene 21.')
})

test.each([
  ['Ana Mora Ñúñez', 'AMÑ'],
  ['maría de los ángeles solís', 'MÁS'],
  ['Jean-Luc Picard', 'JLP'],
  ['', ''],
  ['  123 ', ''],
])('initialsOf(%p) is %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('property: initials have at most six characters', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => [...initialsOf(name)].length <= 6))
})

test('what the sender proposes fills the form, overrides today’s date, and is marked until the signer changes it', () => {
  const proposed = [
    { form_field_id: 1, value: 'Café Ñandú' },
    { form_field_id: 2, value: '2026-12-31' },
  ]
  const state = formOf(form({ values: proposed, prefilled: proposed }))
  expect(formValuesOf(state)).toEqual(proposed)
  expect([1, 2, 3].map((id) => isPrefilled(state, id))).toEqual([true, true, false])
  expect(fieldHint(state, { ...text, help: 'Como en el registro' })).toBe(
    'Como en el registro Ya venía lleno. Revísalo.',
  )
  const changed = withValue(state, 1, 'Café')
  expect(isPrefilled(changed, 1)).toBe(false)
  expect(fieldHint(changed, text)).toBe(text.help)
  const drafted = formOf(form({ values: [{ form_field_id: 1, value: 'Otro' }], prefilled: proposed }))
  expect([drafted.values.get(1), isPrefilled(drafted, 1), drafted.prefilled.size]).toEqual(['Otro', false, 2])
})

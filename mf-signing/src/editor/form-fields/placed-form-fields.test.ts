import * as fc from 'fast-check'
import { newFormField, newLabel, type PlacedFormField } from './form-field.ts'
import { type FormFieldsAction, formFieldsReducer, noFormFields, type PlacedFormFields } from './placed-form-fields.ts'

let count = 0
const ids = { now: () => ++count, random: () => 0.5 }
const rect = { x: 0.1, y: 0.2, width: 0.3, height: 0.03 }
const made = (kind: PlacedFormField['rule']['kind'] = 'text', taken: readonly PlacedFormField[] = []) =>
  newFormField({ kind, signer: 'owner', page: 1, rect }, taken, ids)
const after = (...actions: readonly FormFieldsAction[]): PlacedFormFields =>
  actions.reduce<PlacedFormFields>((state, action) => formFieldsReducer(state, action), noFormFields)

test('each new form field gets a different name', () => {
  const first = made()
  expect(newLabel('text', [first])).toBe('Texto 2')
  expect(newLabel('date', [first])).toBe('Fecha')
})

test('adding and dropping a form field is one undo step, and a later move is a separate step', () => {
  const field = made()
  const there = { ...rect, x: 0.5 }
  const dropped = after({ type: 'added', field }, { type: 'dropped', id: field.id, rect: there, page: 2 })
  expect(dropped.items).toEqual([{ ...field, rect: there, page: 2 }])
  expect(dropped.past).toHaveLength(1)
  const moved = formFieldsReducer(dropped, { type: 'placed', id: field.id, rect, kind: 'moved' })
  expect(moved.past.map(({ kind }) => kind)).toEqual(['added', 'moved'])
})

test('quick key presses are one undo step', () => {
  const field = made()
  const move = (x: number, keyAt: number): FormFieldsAction => ({
    ...{ type: 'placed', id: field.id, rect: { ...rect, x }, kind: 'moved', keyAt },
  })
  const moved = after({ type: 'added', field }, move(0.2, 100), move(0.3, 200), move(0.4, 5000))
  expect(moved.past).toHaveLength(3)
})

test('property: undoing all steps restores the start, and redoing all steps restores the end', () => {
  const field = made()
  const other = made('checkbox', [field])
  const action = fc.oneof(
    fc.constant<FormFieldsAction>({ type: 'added', field: other }),
    fc
      .double({ min: 0, max: 0.6, noNaN: true })
      .map((x): FormFieldsAction => ({ type: 'placed', id: field.id, rect: { ...rect, x }, kind: 'moved' })),
    fc.string().map((label): FormFieldsAction => ({ type: 'changed', id: field.id, settings: { ...field, label } })),
    fc.constant<FormFieldsAction>({ type: 'removed', ids: [field.id] }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const end = after({ type: 'loaded', fields: [field] }, ...actions)
      const steps = end.past.length
      const walk = (state: PlacedFormFields, type: 'undone' | 'redone') =>
        Array.from({ length: steps }).reduce<PlacedFormFields>((now) => formFieldsReducer(now, { type }), state)
      const start = walk(end, 'undone')
      expect(start.items).toEqual([field])
      expect(walk(start, 'redone').items).toEqual(end.items)
    }),
  )
})

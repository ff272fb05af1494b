import fc from 'fast-check'
import { FILES_AT_ONCE_MAX } from 'shared/contract'
import { emptySelection, type Selection, type SelectionEvent } from './empty-selection.ts'
import { selectionReducer } from './selection.ts'

const order = [1, 2, 3, 4, 5, 6]
const toggled = (id: number): SelectionEvent => ({ kind: 'toggled', id })
const extended = (from: number, to: number): SelectionEvent => ({ kind: 'extended', order, from, to })
const run = (...events: SelectionEvent[]): Selection => events.reduce(selectionReducer, emptySelection)

test.each<[string, SelectionEvent[], number[]]>([
  ['a document is chosen', [toggled(2)], [2]],
  ['and taken out again', [toggled(2), toggled(2)], []],
  ['Shift begins where the focus was', [extended(2, 3)], [2, 3]],
  ['and continues from there', [extended(2, 3), extended(3, 4)], [2, 3, 4]],
  ['back over its own steps it takes them out', [extended(2, 3), extended(3, 4), extended(4, 3)], [2, 3]],
  ['and beyond its start to the other side', [extended(3, 4), extended(4, 2)], [2, 3]],
  ['a range begins at the last chosen document', [toggled(5), extended(1, 3)], [3, 4, 5]],
  ['and keeps what was chosen before', [toggled(1), toggled(5), extended(5, 6)], [1, 5, 6]],
  ['documents that left the list leave the selection', [extended(1, 4), { kind: 'listed', order: [2, 4, 6] }], [2, 4]],
  [
    'a range whose start left the list begins at the focus',
    [toggled(1), { kind: 'listed', order: [2, 3, 4] }, { kind: 'extended', order: [2, 3, 4], from: 3, to: 4 }],
    [3, 4],
  ],
])('%s', (_, events, chosen) => {
  expect([...run(...events).ids].toSorted()).toEqual(chosen)
})

test('a list with the same documents keeps the same selection', () => {
  const before = run(toggled(1))
  expect(selectionReducer(before, { kind: 'listed', order })).toBe(before)
})

test('no more than one call takes can be chosen, and a range loses its end', () => {
  const many = Array.from({ length: 150 }, (_, index) => index + 1)
  const all = run({ kind: 'extended', order: many, from: 1, to: 150 })
  expect([...all.ids]).toEqual(many.slice(0, FILES_AT_ONCE_MAX))
  expect(selectionReducer(all, toggled(120)).ids).toEqual(all.ids)
  expect(selectionReducer(all, toggled(7)).ids.size).toBe(FILES_AT_ONCE_MAX - 1)
  const upwards = run({ kind: 'extended', order: many, from: 150, to: 1 })
  expect([...upwards.ids]).toEqual(many.slice(50).toReversed())
})

test('whatever happens, only listed documents are chosen, and never too many', () => {
  const id = fc.integer({ min: 1, max: 140 })
  const list = fc.uniqueArray(id, { minLength: 1, maxLength: 140 })
  const event = fc.oneof(
    fc.record({ kind: fc.constant('toggled' as const), id: fc.nat() }),
    fc.record({ kind: fc.constant('extended' as const), from: fc.nat(), to: fc.nat() }),
    fc.record({ kind: fc.constant('listed' as const), order: list }),
  )
  fc.assert(
    fc.property(list, fc.array(event, { maxLength: 20 }), (first, events) => {
      let listed = first
      let selection = emptySelection
      const at = (index: number) => listed[index % listed.length] ?? 0
      for (const one of events) {
        if (one.kind === 'listed') listed = one.order
        const real: SelectionEvent =
          one.kind === 'toggled'
            ? toggled(at(one.id))
            : one.kind === 'extended'
              ? { kind: 'extended', order: listed, from: at(one.from), to: at(one.to) }
              : one
        selection = selectionReducer(selection, real)
        expect(selection.ids.size).toBeLessThanOrEqual(FILES_AT_ONCE_MAX)
        expect([...selection.ids].filter((chosen) => !listed.includes(chosen))).toEqual([])
      }
    }),
  )
})

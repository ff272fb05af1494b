import * as fc from 'fast-check'
import type { SignatureField } from 'shared/contract'
import { HISTORY_LIMIT } from './constants.ts'
import type { PlacedField, TemporaryField } from './field-lifecycle.ts'
import { fieldFromServer } from './field-lifecycle.ts'
import { touchedBy } from './history.ts'
import { temporaryField } from './new-field.ts'
import type { PlacedFields, PlacedFieldsAction } from './placed-fields.ts'
import { allFields, noFields, placedFieldsReducer } from './placed-fields.ts'

const rect = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const moved = { ...rect, x: 0.5 }
const temporary: TemporaryField = temporaryField(
  { type: 'signature', label: 'Campo de Firma', signerName: 'Ana', signerEmail: 'ana@example.com', page: 2, rect },
  { now: () => 1_700_000_000_000, random: () => 0.5 },
)
const stored: SignatureField = {
  id: 7,
  field_id: temporary.fieldId,
  field_type: 'SECONDARY',
  signer_name: 'Ana',
  signer_email: 'ana@example.com',
  x_relative: 0.1,
  y_relative: 0.2,
  width_relative: 0.3,
  height_relative: 0.1,
  page: 2,
  label: 'Campo de Firma',
  is_signed: false,
  signed_at: null,
  user_file_id: 3,
}
const saved = fieldFromServer(stored)
const signedAt = '2026-01-31T18:00:00.000Z'
const signed = fieldFromServer({ ...stored, is_signed: true, signed_at: signedAt })
const elsewhere = { ...stored, id: 8, field_id: 'field_other' }

const holding = (...fields: readonly PlacedField[]): PlacedFields => ({
  ...noFields,
  stored: fields.filter((field) => field.status !== 'temporary'),
  temporaries: fields.filter((field) => field.status === 'temporary'),
})
const run = (actions: readonly PlacedFieldsAction[], start: PlacedFields = noFields) =>
  actions.reduce(placedFieldsReducer, start)
const undo: PlacedFieldsAction = { type: 'undone' }
const redo: PlacedFieldsAction = { type: 'redone' }
const add: PlacedFieldsAction = { type: 'added', kind: 'added', fields: [temporary] }
const move: PlacedFieldsAction = { type: 'placed', kind: 'moved', id: temporary.id, rect: moved }
const moveAway: PlacedFieldsAction = { ...move, rect: { ...rect, x: 0.9 } }

test.each<[string, readonly PlacedField[], PlacedFieldsAction, readonly PlacedField[]]>([
  ['a new field is temporary', [], add, [temporary]],
  ['a temporary field moves', [temporary], move, [{ ...temporary, rect: moved }]],
  ['a saved field does not move', [saved], { type: 'placed', kind: 'moved', id: 7, rect: moved }, [saved]],
  ['a signed field does not move', [signed], { type: 'placed', kind: 'resized', id: 7, rect: moved }, [signed]],
  ['saving makes it saved', [temporary], { type: 'saved', temporaryId: temporary.id, field: stored }, [saved]],
  ['saving twice changes nothing', [saved], { type: 'saved', temporaryId: temporary.id, field: stored }, [saved]],
  ['signing makes it signed', [saved], { type: 'signed', id: 7, signedAt }, [signed]],
  ['a temporary field is not signed', [temporary], { type: 'signed', id: 7, signedAt }, [temporary]],
  ['a saved field can be removed', [saved], { type: 'removed', ids: [7] }, []],
  ['a signed field stays', [signed], { type: 'removed', ids: [7] }, [signed]],
  [
    'loading keeps what is only here',
    [temporary],
    { type: 'loaded', fields: [elsewhere] },
    [fieldFromServer(elsewhere), temporary],
  ],
  ['loading forgets what the server lost', [saved], { type: 'loaded', fields: [] }, []],
  [
    'loading finds what was saved though its answer got lost',
    [temporary],
    { type: 'loaded', fields: [stored] },
    [saved],
  ],
  ['cancelling drops the temporary ones', [saved, temporary], { type: 'visit-cancelled' }, [saved]],
])('placedFieldsReducer applies the rule: %s', (_rule, before, action, after) => {
  expect(allFields(placedFieldsReducer(holding(...before), action))).toEqual(after)
})

test('the owner undoes and redoes each add, move, resize, removal and discard separately', () => {
  const actions: PlacedFieldsAction[] = [
    add,
    move,
    { type: 'placed', kind: 'resized', id: temporary.id, rect: { ...moved, width: 0.4 } },
    { type: 'removed', ids: [temporary.id] },
    undo,
    { type: 'visit-cancelled' },
  ]
  const states = actions.map((_action, index) => run(actions.slice(0, index + 1)))
  expect(run([...actions, undo]).temporaries).toEqual(states[4]?.temporaries)
  expect(run([...actions, undo, undo]).temporaries).toEqual(states[1]?.temporaries)
  expect(run([...actions, undo, undo, undo, undo, undo]).temporaries).toEqual([])
  expect(run([...actions, undo, undo, redo, redo]).temporaries).toEqual([])
  expect(run([...actions, undo, undo, moveAway]).future).toEqual([])
})

test('keyboard steps at most one second apart are a single undo step', () => {
  const press = (keyAt: number, x: number, kind: 'moved' | 'resized' = 'moved'): PlacedFieldsAction => ({
    type: 'placed',
    kind,
    id: temporary.id,
    rect: { ...rect, x },
    keyAt,
  })
  const state = run([add, press(0, 0.2), press(900, 0.3), press(1900, 0.4), press(2901, 0.5)])
  expect(state.past).toHaveLength(3)
  expect(run([undo], state).temporaries[0]?.rect.x).toBe(0.4)
  expect(run([undo, undo], state).temporaries[0]?.rect.x).toBe(0.1)
  // Undo, another kind of step and the pointer each start a new step.
  expect(run([undo, press(2902, 0.6)], state).past).toHaveLength(3)
  expect(run([press(2902, 0.6, 'resized')], state).past).toHaveLength(4)
  expect(run([moveAway, press(2903, 0.7)], state).past).toHaveLength(5)
})

test('an action without effect adds no undo step', () => {
  expect(
    run([add, { type: 'removed', ids: ['temp_x'] }, { type: 'added', kind: 'repeated', fields: [] }]).past,
  ).toHaveLength(1)
})

test('the undo history keeps at most HISTORY_LIMIT steps', () => {
  const moves = Array.from({ length: HISTORY_LIMIT + 5 }, (_, index): PlacedFieldsAction => {
    return { type: 'placed', kind: 'moved', id: temporary.id, rect: { ...rect, x: index / 1000 } }
  })
  expect(run([add, ...moves]).past).toHaveLength(HISTORY_LIMIT)
})

test('touchedBy returns the field that a change moved or removed', () => {
  const other = { ...temporary, id: 'temp_2' }
  const there = { ...temporary, rect: moved }
  expect(touchedBy([temporary, other], [there, other])).toBe(there)
  expect(touchedBy([temporary, other], [other])).toBe(temporary)
  expect(touchedBy([temporary], [temporary])).toBeUndefined()
})

const ids = ['a', 'b', 'c', 'd'] as const
const named = (id: string): TemporaryField => ({ ...temporary, id: `temp_${id}`, fieldId: `field_${id}` })
const anyId = fc.constantFrom(...ids)
const fraction = fc.double({ min: 0, max: 0.5, noNaN: true })
const anyChange: fc.Arbitrary<PlacedFieldsAction> = fc.oneof(
  anyId.map((id) => ({ type: 'added', kind: 'added', fields: [named(id)] }) as const),
  fc
    .tuple(anyId, fraction)
    .map(([id, x]) => ({ type: 'placed', kind: 'moved', id: `temp_${id}`, rect: { ...rect, x } }) as const),
  fc
    .tuple(anyId, fraction, fc.nat(3000))
    .map(
      ([id, x, keyAt]) => ({ type: 'placed', kind: 'resized', id: `temp_${id}`, rect: { ...rect, x }, keyAt }) as const,
    ),
  anyId.map((id) => ({ type: 'removed', ids: [`temp_${id}`] }) as const),
  fc.constant({ type: 'visit-cancelled' } as const),
  fc.constant({ type: 'visit-begun' } as const),
)
const anyServerWord: fc.Arbitrary<PlacedFieldsAction> = anyId.map((id) => ({
  type: 'saved',
  temporaryId: `temp_${id}`,
  field: { ...stored, id: ids.indexOf(id) + 1, field_id: `field_${id}` },
}))
const anyAction = fc.oneof(
  { weight: 4, arbitrary: anyChange },
  { weight: 2, arbitrary: fc.constantFrom(undo, redo) },
  { weight: 1, arbitrary: anyServerWord },
)
const once = (actions: readonly PlacedFieldsAction[]): readonly PlacedFieldsAction[] => {
  const seen = new Set<string>()
  return actions.filter((action) => {
    if (action.type !== 'added') return true
    const id = action.fields[0]?.id ?? ''
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
}
const histories = fc.array(anyAction, { maxLength: 40 }).map(once)

test('undo and redo are inverse to each other after any actions', () => {
  fc.assert(
    fc.property(histories, (actions) => {
      const state = run(actions)
      if (state.past.length > 0) expect(allFields(run([undo, redo], state))).toEqual(allFields(state))
      if (state.future.length > 0) expect(allFields(run([redo, undo], state))).toEqual(allFields(state))
    }),
  )
})

test('undoing everything removes all temporary fields, and redoing everything restores them', () => {
  fc.assert(
    fc.property(histories, (actions) => {
      const state = run(actions)
      const back = run(
        state.past.map(() => undo),
        state,
      )
      expect(back.temporaries).toEqual([])
      expect(
        run(
          state.past.map(() => redo),
          back,
        ).temporaries,
      ).toEqual(state.temporaries)
    }),
  )
})

test('undo and redo keep the stored fields and make no saved field temporary again', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.constantFrom(undo, redo), { maxLength: 20 }), (actions, walk) => {
      const state = run(actions)
      const walked = run(walk, state)
      expect(walked.stored).toEqual(state.stored)
      const names = walked.stored.map(({ fieldId }) => fieldId)
      expect(walked.temporaries.filter(({ fieldId }) => names.includes(fieldId))).toEqual([])
    }),
  )
})

test('each step of the history begins with the state in which the previous step ended', () => {
  fc.assert(
    fc.property(histories, (actions) => {
      const { past, future, temporaries } = run(actions)
      const chain = [...past, ...future]
      for (const [index, change] of chain.slice(1).entries()) expect(change.before).toEqual(chain[index]?.after)
      if (past.length > 0) expect(past.at(-1)?.after).toEqual(temporaries)
      if (future.length > 0) expect(future[0]?.before).toEqual(temporaries)
    }),
  )
})

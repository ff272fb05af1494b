import fc from 'fast-check'
import { stepsOf } from '../../../domain/access/turns.ts'
import type { StoredField } from '../../../domain/access/view-field.ts'
import { type NamedField, participantsOfFields } from './participants-of-fields.ts'

const placeholders: readonly string[] = ['', 'Firmante']

const fields = fc
  .array(
    fc.record({
      field_type: fc.constantFrom('PRIMARY', 'SECONDARY', 'SECONDARY'),
      signer_name: fc.constantFrom('ana', 'beto', ...placeholders),
      signer_email: fc.constantFrom('a@x.example', 'b@x.example', ''),
      signed_by_link_at: fc.constantFrom(null, null, 5),
      deleted_at: fc.constantFrom(null, null, null, 5),
      turn: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
    { maxLength: 9 },
  )
  .map((rows) => rows.map((row, index): NamedField => ({ ...row, id: index + 1, document_id: 1, position: index + 1 })))

const sides = ({ field_type, signed_by_link_at }: NamedField) =>
  field_type === 'PRIMARY' ? 'owner' : `${signed_by_link_at}`

/** One signer in version 0.2.0. */
const wasOne = (a: NamedField, b: NamedField): boolean => {
  if (a.id === b.id) return true
  if (sides(a) !== sides(b)) return false
  if (sides(a) === 'owner') return true
  if (a.signer_email !== b.signer_email) return false
  return a.signer_email !== '' || (a.signer_name === b.signer_name && !placeholders.includes(a.signer_name))
}

/** The model: a field without a turn takes the first one of its signer; who has none comes last, by position. */
const stepsBefore = (all: readonly NamedField[]): string[] => {
  const live = all.filter(({ deleted_at }) => deleted_at === null)
  const turnOf = (field: NamedField): number =>
    field.turn ?? Math.min(...live.filter((other) => wasOne(field, other)).map(({ turn }) => turn ?? Infinity))
  const places = live.map((field) => {
    const turn = turnOf(field)
    const first = live.findIndex((other) => (turn === Infinity ? wasOne(field, other) : turnOf(other) === turn))
    return { id: field.id, turn, first }
  })
  const inOrder = places.toSorted((a, b) => (a.turn === b.turn ? a.first - b.first : a.turn - b.turn))
  const steps = Map.groupBy(inOrder, ({ turn, first }) => `${turn} ${first}`)
  return [...steps.values()].map((step) => idsIn(step))
}

const idsIn = (step: readonly { readonly id: number }[]): string =>
  step
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join(' ')

const stepsAfter = (all: readonly NamedField[]): string[] => {
  const found = participantsOfFields(all)
  const moved = all
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap(({ id, position }) => {
      const own = found.find(({ fieldIds }) => fieldIds.includes(id))
      return own === undefined ? [] : [{ id, position, signed_at: null, participant_id: own.id, turn: own.turn }]
    })
  return stepsOf({ mode: 'ordered', fields: moved as unknown as StoredField[], approvals: [] }).map((step) =>
    idsIn(step.fields),
  )
}

test('all fields stay in their step of version 0.2.0', () => {
  fc.assert(
    fc.property(fields, (all) => expect(stepsAfter(all)).toEqual(stepsBefore(all))),
    { numRuns: 2000 },
  )
})

test('each field has one participant, with its name and address, and no field of another person', () => {
  fc.assert(
    fc.property(fields, (all) => {
      const found = participantsOfFields(all)
      const ids = found.flatMap(({ fieldIds }) => fieldIds)
      expect(ids.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      for (const { name, email, fieldIds } of found) {
        const own = all.filter(({ id }) => fieldIds.includes(id))
        expect(new Set(own.map(sides)).size).toBe(1)
        expect(own.some((field) => field.signer_name === name && field.signer_email === email)).toBe(true)
        for (const field of own.filter(({ field_type }) => field_type !== 'PRIMARY'))
          expect([field.signer_name, field.signer_email]).toEqual([name, email])
      }
    }),
  )
})

const row = (id: number, signer_name: string, signer_email: string, over: Partial<NamedField> = {}): NamedField => ({
  ...{ id, document_id: 1, position: id, field_type: 'SECONDARY', signer_name, signer_email, signed_by_link_at: null },
  ...{ deleted_at: null, turn: null },
  ...over,
})
const ana = ['Ana Mora', 'ana@example.com'] as const

test.each<[string, readonly NamedField[], string]>([
  ['two spellings are one person', [row(1, ...ana), row(2, 'ÁNA  mora', ' Ana@Example.com')], '1 2'],
  ['two names at one address are two, in one step', [row(1, ...ana), row(2, 'Luis', ana[1])], '1 turn 1, 2 turn 1'],
  [
    'steps after that one get numbers too',
    [
      row(1, ...ana),
      row(2, 'Luis', ana[1]),
      row(3, 'Eva', 'eva@x.example'),
      row(4, 'Ivo', 'ivo@x.example', { turn: 4 }),
    ],
    '4 turn 4, 1 turn 5, 2 turn 5, 3 turn 6',
  ],
  [
    'two steps of one person are two participants',
    [row(1, ...ana, { turn: 2 }), row(2, ...ana, { turn: 1 })],
    '2 turn 1, 1 turn 2',
  ],
  [
    'the step of a deleted field is given to no other field',
    [row(1, ...ana, { turn: 2, deleted_at: 5 }), row(2, ...ana)],
    '2, 1',
  ],
  ['removed people stay apart', [row(1, 'Firmante retirado', ''), row(2, 'Firmante retirado', '')], '1, 2'],
])('%s', (_, all, expected) => {
  const words = participantsOfFields(all).map(
    ({ fieldIds, turn }) => `${fieldIds.join(' ')}${turn === null ? '' : ` turn ${turn}`}`,
  )
  expect(words.join(', ')).toBe(expected)
})

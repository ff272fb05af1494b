import fc from 'fast-check'
import type { SigningOrderMode } from 'shared/contract/signing-order'
import { storedField as field } from './test-support/stored-field.ts'
import { isTheirTurn, stepsOf } from './turns.ts'
import type { StoredField } from './view-field.ts'

/** `2 3* | 1`: fields per step, `*` if signed, `[…]` the current step. */
const words = (mode: SigningOrderMode, fields: readonly StoredField[]): string =>
  stepsOf({ mode, fields, approvals: [] })
    .map(({ fields: step, state }) => {
      const text = step.map(({ id, signed_at }) => `${id}${signed_at === null ? '' : '*'}`).join(' ')
      return state === 'now' ? `[${text}]` : text
    })
    .join(' | ')

const signed = { signed_at: 5 }
const person = { signer_name: 'Ana Mora', signer_email: 'ana@example.com' }
const participantId = ({ participant_id }: StoredField) => participant_id

test.each<[string, SigningOrderMode, readonly StoredField[], string]>([
  ['without turns, signers follow the order of their fields', 'ordered', [field(1), field(2)], '[1] | 2'],
  ['in parallel mode every signer has a turn', 'parallel', [field(1), field(2)], '[1] | [2]'],
  ['turns set by the owner decide', 'ordered', [field(1, { turn: 2 }), field(2, { turn: 1 })], '[2] | 1'],
  ['a field without a turn comes last', 'ordered', [field(1), field(2, { turn: 1 })], '[2] | 1'],
  [
    'all fields of one participant are one step',
    'ordered',
    [field(1, { participant_id: 7 }), field(2), field(3, { participant_id: 7 })],
    '[1 3] | 2',
  ],
  [
    'two participants with one name and address are two steps',
    'ordered',
    [field(1, person), field(2, { ...person, signed_by_link_at: 5, ...signed })],
    '[1] | 2*',
  ],
  [
    'two participants may have one turn',
    'ordered',
    [field(1, { turn: 2 }), field(2, { turn: 1 }), field(3, { turn: 1 })],
    '[2 3] | 1',
  ],
  ['the turn passes on', 'ordered', [field(1, signed), field(2), field(3)], '1* | [2] | 3'],
  [
    'the next step begins after all fields of a step are signed',
    'ordered',
    [field(1, { turn: 1, ...signed }), field(2, { turn: 1 }), field(3, { turn: 2 })],
    '[1* 2] | 3',
  ],
  ['after the last signature no signer has a turn', 'ordered', [field(1, signed), field(2, signed)], '1* | 2*'],
])('%s', (_, mode, fields, expected) => {
  expect(words(mode, fields)).toBe(expected)
})

test('without turns, the fields of a step are those of a participant', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), (participants) => {
      const fields = participants.map((participant_id, index) => field(index + 1, { participant_id }))
      const steps = stepsOf({ mode: 'parallel', fields, approvals: [] }).map(({ fields: step }) => [
        ...new Set(step.map(participantId)),
      ])
      expect(steps).toEqual([...new Set(participants)].map((id) => [id]))
    }),
  )
})

test('when every signer signs in turn, all fields are signed in the order of the steps', () => {
  const anyParticipant = fc.record({
    turn: fc.option(fc.integer({ min: 1, max: 4 })),
    fields: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(anyParticipant, { minLength: 1, maxLength: 5 }), (participants) => {
      const all = participants.flatMap(({ turn, fields: count }, index) =>
        Array.from({ length: count }, () => ({ turn, participant_id: index + 1 })),
      )
      let fields = all.map((over, index) => field(index + 1, over))
      const order = stepsOf({ mode: 'ordered', fields, approvals: [] }).flatMap(({ fields: step }) =>
        step.map(({ id }) => id),
      )
      const done: number[] = []
      while (done.length < all.length) {
        const next = order.find(
          (id) => !done.includes(id) && isTheirTurn({ mode: 'ordered', fields, approvals: [] }, id),
        )
        if (next === undefined) throw new Error('nobody may sign')
        done.push(next)
        fields = fields.map((one) => (one.id === next ? { ...one, ...signed } : one))
      }
      expect(done).toEqual(order)
    }),
  )
})

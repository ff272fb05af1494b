import fc from 'fast-check'
import { type SigningOrderMode, signerKey } from 'shared/contract/signing-order'
import { isTheirTurn, stepsOf } from './turns.ts'
import type { StoredField } from './view-field.ts'

const field = (id: number, over: Partial<StoredField> = {}): StoredField => ({
  id,
  document_id: 1,
  position: id,
  client_id: `field_${id}`,
  field_type: 'SECONDARY',
  signer_name: `Persona ${id}`,
  signer_email: `p${id}@example.com`,
  x: 0,
  y: 0,
  width: 0.1,
  height: 0.1,
  page: 1,
  label: '',
  created_at: 0,
  signed_at: null,
  signed_by_link_at: null,
  deleted_at: null,
  certificate_identification: null,
  turn: null,
  has_form: 0,
  ...over,
})

const keyOf = ({ id, field_type, signer_name: name, signer_email: email, signed_by_link_at }: StoredField): string =>
  signerKey({ fieldId: id, isOwner: field_type === 'PRIMARY', name, email, byPublicLink: signed_by_link_at !== null })

/** `2 3* | 1`: fields per step, `*` if signed, `[…]` the current step. */
const words = (mode: SigningOrderMode, fields: readonly StoredField[]): string =>
  stepsOf(mode, fields)
    .map(({ fields: step, state }) => {
      const text = step.map(({ id, signed_at }) => `${id}${signed_at === null ? '' : '*'}`).join(' ')
      return state === 'now' ? `[${text}]` : text
    })
    .join(' | ')

const signed = { signed_at: 5 }

test.each<[string, SigningOrderMode, readonly StoredField[], string]>([
  ['without turns, signers follow the order of their fields', 'ordered', [field(1), field(2)], '[1] | 2'],
  ['in parallel mode every signer has a turn', 'parallel', [field(1), field(2)], '[1] | [2]'],
  ['turns set by the owner decide', 'ordered', [field(1, { turn: 2 }), field(2, { turn: 1 })], '[2] | 1'],
  ['a field without a turn comes last', 'ordered', [field(1), field(2, { turn: 1 })], '[2] | 1'],
  [
    'all fields of one person are one step, however the address is written',
    'ordered',
    [field(1, { signer_email: 'ana@example.com' }), field(2), field(3, { signer_email: 'Ana@Example.com' })],
    '[1 3] | 2',
  ],
  [
    'one address with two spellings of the name is one person',
    'ordered',
    [
      field(1, { signer_name: 'Ana Mora', signer_email: 'ana@example.com' }),
      field(2),
      field(3, { signer_name: 'Ana M. Mora', signer_email: ' ana@example.com' }),
    ],
    '[1 3] | 2',
  ],
  [
    'an address that was stated by public link is another person than the invited one',
    'ordered',
    [
      field(1, { signer_email: 'ana@example.com' }),
      field(2, { signer_email: 'ana@example.com', signed_by_link_at: 5, ...signed }),
    ],
    '[1] | 2*',
  ],
  [
    'a field that comes later stands with its signer’s',
    'ordered',
    [field(1, { turn: 2 }), field(2, { turn: 1 }), field(3, { signer_email: 'p2@example.com' })],
    '[2 3] | 1',
  ],
  [
    'the owner’s own fields are one step',
    'ordered',
    [field(1, { field_type: 'PRIMARY' }), field(2), field(3, { field_type: 'PRIMARY', signer_email: '' })],
    '[1 3] | 2',
  ],
  ['the turn passes on', 'ordered', [field(1, signed), field(2), field(3)], '1* | [2] | 3'],
  [
    'the next step begins after all fields of a step are signed',
    'ordered',
    [field(1, { turn: 1, ...signed }), field(2, { turn: 1 }), field(3, { turn: 2 })],
    '[1* 2] | 3',
  ],
  ['after the last signature no signer has a turn', 'ordered', [field(1, signed), field(2, signed)], '1* | 2*'],
  [
    'fields without an address are separate people',
    'ordered',
    [field(1, { signer_email: '' }), field(2, { signer_email: '' })],
    '[1] | 2',
  ],
])('%s', (_, mode, fields, expected) => {
  expect(words(mode, fields)).toBe(expected)
})

test('without turns, the fields of a step are those with the signer’s key', () => {
  const anyField = fc.record({
    field_type: fc.constantFrom('PRIMARY', 'SECONDARY'),
    signer_name: fc.constantFrom('Ana Mora', 'ANA  MORA', 'Beto', 'Firmante retirado', ''),
    signer_email: fc.constantFrom('ana@example.com', ' ANA@example.com', 'beto@example.com', ''),
    signed_by_link_at: fc.constantFrom(null, 5),
  })
  fc.assert(
    fc.property(fc.array(anyField, { maxLength: 8 }), (all) => {
      const fields = all.map((over, index) => field(index + 1, over))
      const keys = stepsOf('parallel', fields).map(({ fields: step }) => new Set(step.map(keyOf)))
      expect(keys.every((key) => key.size === 1)).toBe(true)
      expect(keys.flatMap((key) => [...key])).toEqual([...new Set(fields.map(keyOf))])
    }),
  )
})

test('when every signer signs in turn, all fields are signed in the order of the steps', () => {
  const anyField = fc.record({
    email: fc.constantFrom('a', 'b', 'c', ''),
    turn: fc.option(fc.integer({ min: 1, max: 4 })),
  })
  fc.assert(
    fc.property(fc.array(anyField, { minLength: 1, maxLength: 8 }), (all) => {
      let fields = all.map(({ email, turn }, index) =>
        field(index + 1, { turn, signer_email: email === '' ? '' : `${email}@example.com` }),
      )
      const order = stepsOf('ordered', fields).flatMap(({ fields: step }) => step.map(({ id }) => id))
      const done: number[] = []
      while (done.length < all.length) {
        const next = order.find((id) => !done.includes(id) && isTheirTurn('ordered', fields, id))
        if (next === undefined) throw new Error('nobody may sign')
        done.push(next)
        fields = fields.map((one) => (one.id === next ? { ...one, ...signed } : one))
      }
      expect(done).toEqual(order)
    }),
  )
})

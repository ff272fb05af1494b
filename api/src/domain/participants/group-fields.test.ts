import fc from 'fast-check'
import type { StoredField } from '../access/view-field.ts'
import { groupByTurn, statedParticipant } from './group-fields.ts'

type Stated = readonly [name: string, email: string, isOwner: boolean]

const field = (
  id: number,
  [name, email, isOwner]: Stated,
  participant_id = id,
  turn: number | null = null,
): StoredField => ({
  id,
  document_id: 1,
  participant_id,
  alternate_id: null,
  position: id,
  client_id: `field_${id}`,
  field_type: isOwner ? 'PRIMARY' : 'SECONDARY',
  signer_name: name,
  signer_email: email,
  ...{ x: 0, y: 0, width: 0.1, height: 0.1, page: 1, label: '', created_at: 0, signed_at: null },
  ...{ signed_by_link_at: null, deleted_at: null, certificate_identification: null, turn, has_form: 0 },
})

const people: readonly Stated[] = [
  ['Ana', 'casa@example.com', false],
  ['Luis', 'casa@example.com', false],
  ['Ana', 'ana@example.com', false],
  ['Ana', '', false],
  ['Firmante', '', false],
  ['Olga', 'olga@example.com', true],
]
const isUnnamed = ([name, email]: Stated) => name === 'Firmante' && email === ''
const person = fc.integer({ min: 0, max: people.length - 1 })
const stated = (index: number): Stated => people[index] ?? ['', '', false]

/** As the calls leave it: each field joins the participant that it states, or gets one. */
const created = (chosen: readonly number[]): StoredField[] => {
  const fields: StoredField[] = []
  for (const [index, who] of chosen.entries()) {
    const row = field(index + 1, stated(who))
    fields.push({ ...row, participant_id: statedParticipant(fields, row)?.participant_id ?? row.id })
  }
  return fields
}

test('fields have one participant exactly if name and address are equal; nameless ones have their own', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 10 }), (chosen) => {
      const fields = created(chosen)
      // The model: the first field of the same person, counted from 1.
      const model = chosen.map((who, index) => (isUnnamed(stated(who)) ? index : chosen.indexOf(who)) + 1)
      expect(fields.map(({ participant_id }) => participant_id)).toEqual(model)
    }),
  )
})

/** Ids of new participants. */
let newest = 100

const order = fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 10, maxLength: 10 })

const reordered = (fields: readonly StoredField[], turns: readonly (number | null)[]): StoredField[] => {
  const places = new Map(fields.flatMap(({ id }, index) => (turns[index] == null ? [] : [[id, turns[index]] as const])))
  return groupByTurn(fields, places)
    .flatMap(({ id, turn, fields: own }) => {
      newest += 1
      return own.map((one) => ({ ...one, participant_id: id ?? newest, turn }))
    })
    .toSorted((a, b) => a.id - b.id)
}

test('after any orders, a participant is one person in one turn, and asked turns are kept', () => {
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 10 }),
      fc.array(order, { minLength: 1, maxLength: 3 }),
      (chosen, orders) => {
        const before = created(chosen)
        const after = orders.reduce(reordered, before)
        expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
        const last = orders.at(-1) ?? []
        for (const [index, one] of after.entries()) {
          if (last[index] != null) expect(one.turn).toBe(last[index])
          for (const [at, other] of after.entries()) {
            const isOne = before[index]?.participant_id === before[at]?.participant_id
            expect(one.participant_id === other.participant_id).toBe(isOne && one.turn === other.turn)
          }
        }
      },
    ),
  )
})

test('an order with one step for each person makes one participant of each again', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 10 }), order, (chosen, turns) => {
      fc.pre(chosen.every((who) => !isUnnamed(stated(who))))
      const before = created(chosen)
      const steps = chosen.map((who) => who + 1)
      const after = reordered(reordered(before, turns), steps)
      expect(new Set(after.map(({ participant_id }) => participant_id)).size).toBe(new Set(chosen).size)
    }),
  )
})

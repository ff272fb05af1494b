import { rowSignerKey, type StatedField } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'

const UNORDERED = Number.POSITIVE_INFINITY

/** A field of the person that is stated, in their first turn. */
export const statedParticipant = (fields: readonly StoredField[], stated: StatedField): StoredField | undefined =>
  fields
    .filter((field) => rowSignerKey(field) === rowSignerKey(stated))
    .toSorted((a, b) => (a.turn ?? UNORDERED) - (b.turn ?? UNORDERED))[0]

/** A participant as a new order leaves it. */
export interface GroupedParticipant {
  /** Undefined: a new one. */
  readonly id: number | undefined
  readonly turn: number | null
  readonly fields: readonly [StoredField, ...StoredField[]]
}

/** Fields without a place sign in their signer's first turn. */
const turnsOf = (fields: readonly StoredField[], places: ReadonlyMap<number, number>): Map<number, number | null> => {
  const first = new Map<string, number>()
  for (const field of fields) {
    const [key, place] = [rowSignerKey(field), places.get(field.id)]
    if (place !== undefined) first.set(key, Math.min(place, first.get(key) ?? place))
  }
  return new Map(fields.map((field) => [field.id, places.get(field.id) ?? first.get(rowSignerKey(field)) ?? null]))
}

/**
 * One participant for each person and turn: a person who signs in two steps is two participants, and one again in a
 * later order with one step.
 *
 * @param places steps by field, counted from 1
 */
export const groupByTurn = (
  fields: readonly StoredField[],
  places: ReadonlyMap<number, number>,
): GroupedParticipant[] => {
  const turns = turnsOf(fields, places)
  const groups = Map.groupBy(fields, (field) => `${turns.get(field.id)} ${rowSignerKey(field)}`)
  const taken = new Set<number>()
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const own = [first, ...others].map(({ participant_id }) => participant_id).find((id) => !taken.has(id))
    if (own !== undefined) taken.add(own)
    return [{ id: own, turn: turns.get(first.id) ?? null, fields: [first, ...others] }]
  })
}

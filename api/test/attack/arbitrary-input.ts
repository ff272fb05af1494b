import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { drawing } from '../support/people.ts'
import { hostileKey, hostileTexts, hostileValue } from './hostile-values.ts'

export interface Plausible {
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
}

export const plausible = (ids: readonly number[], texts: readonly string[]): Plausible => ({
  numbers: [...ids, 0, 0.5, 1, 2],
  texts: [
    ...ids.map(String),
    ...texts,
    drawing(),
    randomUUID(),
    'ana@example.com',
    '01-0234-0567',
    'Ana Rojas',
    'una clave larga',
    'AAAA',
    '123456',
    'One-Click',
    'password',
    'a'.repeat(64),
  ],
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const RARITY = 12

const orHostile = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: RARITY - 1, arbitrary: right }, { weight: 1, arbitrary: hostileValue })

const text = ({ texts }: Plausible): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 30 }))

/** Object.fromEntries keeps `__proto__` as an own key. */
const objectOf = (entries: Readonly<Record<string, unknown>>, values: Plausible): fc.Arbitrary<unknown> => {
  const keys = Object.keys(entries)
  const parts = keys.map((key) => arbitraryInput(entries[key], values))
  return fc
    .record({
      parts: fc.tuple(...parts),
      left: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(keys.length) }),
      more: fc.option(fc.tuple(hostileKey, hostileValue), { freq: 6 }),
    })
    .map(({ parts: made, left, more }) => {
      const pairs = keys.flatMap((key, index) => (index === left ? [] : [[key, made[index]] as const]))
      return Object.fromEntries([...pairs, ...(more === null ? [] : [more])])
    })
}

/** Mostly valid values for a valibot schema. */
export function arbitraryInput(schema: unknown, values: Plausible): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return hostileValue
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return orHostile(objectOf(isRecord(schema.entries) ? schema.entries : {}, values))
    case 'optional':
    case 'exact_optional':
    case 'nullable':
    case 'nullish':
      return fc.oneof(
        { weight: 3, arbitrary: arbitraryInput(schema.wrapped, values) },
        { weight: 1, arbitrary: fc.constant(null) },
      )
    case 'array':
      return orHostile(fc.array(arbitraryInput(schema.item, values), { maxLength: 4 }))
    case 'union':
    case 'variant':
      return fc.oneof(...list(schema.options).map((option) => arbitraryInput(option, values)))
    case 'picklist':
      return orHostile(fc.constantFrom(...list(schema.options)))
    case 'literal':
      return orHostile(fc.constant(schema.literal))
    case 'number':
      return orHostile(fc.constantFrom<unknown>(...values.numbers))
    case 'boolean':
      return orHostile(fc.boolean())
    case 'string':
      return orHostile(text(values))
    default:
      return hostileValue
  }
}

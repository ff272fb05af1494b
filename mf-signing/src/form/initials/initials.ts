import type { FormField, FormValue } from 'shared/contract/form-fields'
import { FORM_DRAWING_MAX, isEmptyValue } from 'shared/http/form-fields'

type Value = FormValue['value']
type Values = ReadonlyMap<number, Value>

/** Boxes follow the leader unless edited apart. */
export interface InitialsPlan {
  readonly leader: number | undefined
  readonly apart: ReadonlySet<number>
}

interface Filled {
  readonly fields: readonly FormField[]
  readonly values: Values
}

interface Filling extends Filled {
  readonly initials: InitialsPlan
}

const boxesOf = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ rule }) => rule.kind === 'initials')

export const initialsIn = (fields: readonly FormField[], values: Values): InitialsPlan => {
  const filled = boxesOf(fields).filter(({ id }) => !isEmptyValue(values.get(id)))
  const leader = filled[0]?.id
  const value = leader === undefined ? undefined : values.get(leader)
  return { leader, apart: new Set(filled.flatMap(({ id }) => (values.get(id) === value ? [] : [id]))) }
}

const leaderOf = ({ values, initials: { leader } }: Filling): number | undefined =>
  leader === undefined || isEmptyValue(values.get(leader)) ? undefined : leader

const changedWith = (filling: Filling, id: number): readonly number[] => {
  const { fields, initials } = filling
  const leads = (leaderOf(filling) ?? id) === id
  return boxesOf(fields).flatMap((box) => (box.id === id || (leads && !initials.apart.has(box.id)) ? [box.id] : []))
}

export const withInitials = (filling: Filling, id: number, value: Value): Pick<Filling, 'values' | 'initials'> => {
  const { fields, values, initials } = filling
  if (!boxesOf(fields).some((box) => box.id === id)) return { values: new Map(values).set(id, value), initials }
  const leader = leaderOf(filling) ?? id
  const others = [...initials.apart].filter((one) => one !== id)
  return {
    values: new Map([...values, ...changedWith(filling, id).map((one): [number, Value] => [one, value])]),
    initials: { leader, apart: new Set(id === leader || isEmptyValue(value) ? others : [...others, id]) },
  }
}

export const copiesOf = (filling: Filling): number => {
  const leader = leaderOf(filling)
  return leader === undefined ? 0 : changedWith(filling, leader).length
}

/** Bytes; the rest of 1 MiB is the signature's. */
export const FORM_VALUES_MAX = 300_000

const valuesSize = (values: Iterable<readonly [number, Value]>): number =>
  new TextEncoder().encode(JSON.stringify([...values])).length

export const isTooMuch = ({ values }: Filled): boolean => valuesSize(values) > FORM_VALUES_MAX

const KEY_BYTES = 60

export interface DrawingRoom {
  readonly boxes: number
  /** Of each box. */
  readonly characters: number
}

export const roomFor = (filling: Filling, id: number): DrawingRoom => {
  const boxes = changedWith(filling, id)
  const others = [...filling.values].filter(([one]) => !boxes.includes(one))
  const each = Math.floor((FORM_VALUES_MAX - valuesSize(others)) / boxes.length) - KEY_BYTES
  return { boxes: boxes.length, characters: Math.min(FORM_DRAWING_MAX, each) }
}

const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'van', 'von'])
const LETTERS = 4

export const initialsOf = (name: string): string =>
  name
    .normalize('NFC')
    .split(/[\s-]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word.toLowerCase()))
    .flatMap((word) => [...word][0] ?? [])
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, LETTERS)
    .join('')
    .toUpperCase()

import { fieldsBySigner } from '../access/same-signer.ts'
import type { StoredField } from '../access/view-field.ts'

/** Adds a step for each person whom `steps` leaves out; the other fields of people whom it names join their first one. */
export const completeSteps = (fields: readonly StoredField[], steps: readonly (readonly number[])[]): number[][] => {
  const all = steps.map((step) => [...step])
  for (const own of fieldsBySigner(fields).values()) {
    const ids = own.map(({ id }) => id)
    const missing = ids.filter((id) => !all.some((step) => step.includes(id)))
    if (missing.length === 0) continue
    const known = all.find((step) => step.some((id) => ids.includes(id)))
    if (known === undefined) all.push(missing)
    else known.push(...missing)
  }
  return all.filter((step) => step.length > 0)
}

interface MergedSteps {
  /** Where each of the new steps comes, from 1. */
  readonly numbers: readonly number[]
  /** The first step of each person. */
  readonly people: ReadonlyMap<string, number>
}

/**
 * Puts new steps in the places that their people had among the steps of all; further ones follow the last of these.
 *
 * @param before people by step, as it was
 * @param named people by step, as it shall be for these people
 */
export const mergeSteps = (
  before: readonly (readonly string[])[],
  named: readonly (readonly string[])[],
): MergedSteps => {
  const moved = new Set(named.flat())
  const lastPlace = before.findLastIndex((step) => step.some((key) => moved.has(key)))
  const merged: string[][] = []
  const numbers: number[] = []
  const take = (step: readonly string[]): void => {
    merged.push([...step])
    numbers.push(merged.length)
  }
  for (const [index, step] of before.entries()) {
    const others = step.filter((key) => !moved.has(key))
    const isPlace = others.length < step.length
    const next = isPlace ? named[numbers.length] : undefined
    if (next !== undefined) take([...next, ...others])
    else if (others.length > 0) merged.push(others)
    if (index === lastPlace) named.slice(numbers.length).forEach(take)
  }
  named.slice(numbers.length).forEach(take)
  const people = new Map<string, number>()
  for (const [index, step] of merged.entries()) for (const key of step) if (!people.has(key)) people.set(key, index + 1)
  return { numbers, people }
}

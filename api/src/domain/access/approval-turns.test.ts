import fc from 'fast-check'
import type { SigningOrderMode } from 'shared/contract/signing-order'
import { storedField } from './test-support/stored-field.ts'
import { type Approval, isApprovalDue, isTheirTurn, missingApprovals, stepsOf, type TurnFacts } from './turns.ts'

const approval = (index: number, beforeStep: number): Approval => ({
  beforeStep,
  isGiven: false,
  name: `Visto ${index + 1}`,
})

interface Sample {
  readonly mode: SigningOrderMode
  readonly turns: readonly number[]
  readonly approvals: readonly number[]
}

/** Steps from 1 without gaps, as an order stores them; approvals before any step, also one that does not exist. */
const sample: fc.Arbitrary<Sample> = fc.record({
  mode: fc.constantFrom('parallel' as const, 'ordered' as const),
  turns: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }).map((turns) => {
    const used = [...new Set(turns)].sort((a, b) => a - b)
    return turns.map((turn) => used.indexOf(turn) + 1)
  }),
  approvals: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
})

const factsOf = ({ mode, turns, approvals }: Sample): TurnFacts => ({
  mode,
  fields: turns.map((turn, index) => storedField(index + 1, { turn })),
  approvals: approvals.map((step, index) => approval(index, step)),
})

const sign = (facts: TurnFacts, id: number): TurnFacts => ({
  ...facts,
  fields: facts.fields.map((one) => (one.id === id ? { ...one, signed_at: 5 } : one)),
})

const approve = (facts: TurnFacts, index: number): TurnFacts => ({
  ...facts,
  approvals: facts.approvals.map((one, at) => (at === index ? { ...one, isGiven: true } : one)),
})

/** The model: each person has a rank, and acts when all of smaller ranks have acted. */
interface Place {
  readonly rank: number
  readonly isDone: boolean
  readonly mayAct: boolean
  readonly act: () => TurnFacts
}

const rankOfStep = ({ mode }: TurnFacts, step: number): number => (mode === 'parallel' ? 1 : step)

const placesOf = (facts: TurnFacts): readonly Place[] => {
  const steps = Math.max(...facts.fields.map(({ turn }) => turn ?? 1))
  return [
    ...facts.fields.map(({ id, turn, signed_at }) => ({
      rank: rankOfStep(facts, turn ?? 1),
      isDone: signed_at !== null,
      mayAct: isTheirTurn(facts, id),
      act: () => sign(facts, id),
    })),
    ...facts.approvals.map((one, index) => ({
      rank: rankOfStep(facts, Math.min(one.beforeStep, steps)) - 0.5,
      isDone: one.isGiven,
      mayAct: isApprovalDue(facts, one),
      act: () => approve(facts, index),
    })),
  ]
}

const isModelTurn = (place: Place, all: readonly Place[]): boolean =>
  all.every(({ rank, isDone }) => isDone || rank >= place.rank)

test('in every order of acts, those act whose predecessors have all acted, until all are done', () => {
  fc.assert(
    fc.property(sample, fc.infiniteStream(fc.nat(50)), (given, choices) => {
      let facts = factsOf(given)
      for (;;) {
        const places = placesOf(facts)
        const open = places.filter(({ isDone }) => !isDone)
        expect(open.map(({ mayAct }) => mayAct)).toEqual(open.map((place) => isModelTurn(place, places)))
        if (open.length === 0) break
        const able = open.filter(({ mayAct }) => mayAct)
        // No cycle of people who wait for each other.
        expect(able.length).toBeGreaterThan(0)
        facts = able[(choices.next().value ?? 0) % able.length]?.act() ?? facts
      }
      expect(stepsOf(facts).every(({ state }) => state === 'signed')).toBe(true)
    }),
  )
})

test('a signer reads exactly the approvals that are missing before their step', () => {
  fc.assert(
    fc.property(sample, (given) => {
      const facts = factsOf(given)
      const steps = Math.max(...given.turns)
      for (const { id, turn } of facts.fields) {
        const own = given.mode === 'parallel' ? 1 : (turn ?? 1)
        const expected = facts.approvals.filter(
          ({ beforeStep }) => given.mode === 'parallel' || Math.min(beforeStep, steps) <= own,
        )
        expect(missingApprovals(facts, id)).toEqual(expected.map(({ name }) => name))
        if (expected.length > 0) expect(isTheirTurn(facts, id)).toBe(false)
      }
    }),
  )
})

test('an approval that is added later stops all who have not signed, until it is given', () => {
  fc.assert(
    fc.property(sample, fc.nat(20), fc.integer({ min: 1, max: 6 }), (given, acts, beforeStep) => {
      let facts = factsOf(given)
      for (let done = 0; done < acts; done += 1)
        facts =
          placesOf(facts)
            .find(({ isDone, mayAct }) => !isDone && mayAct)
            ?.act() ?? facts
      const late = { ...approval(9, beforeStep), name: 'Tarde' }
      facts = { ...facts, approvals: [...facts.approvals, late] }
      for (const { id, signed_at } of facts.fields)
        if (signed_at === null && missingApprovals(facts, id).includes('Tarde'))
          expect(isTheirTurn(facts, id)).toBe(false)
      for (;;) {
        const next = placesOf(facts).find(({ isDone, mayAct }) => !isDone && mayAct)
        if (next === undefined) break
        facts = next.act()
      }
      expect(facts.fields.every(({ signed_at }) => signed_at !== null)).toBe(true)
      expect(facts.approvals.every(({ isGiven }) => isGiven)).toBe(true)
    }),
  )
})

test('a field of a public link, which is not stored, waits for all approvals', () => {
  const facts = factsOf({ mode: 'parallel', turns: [1], approvals: [1, 5] })
  expect(missingApprovals(facts, 99)).toEqual(['Visto 1', 'Visto 2'])
})

import fc from 'fast-check'
import type { SigningOrderMode } from 'shared/contract/signing-order'
import { asAlternate, fieldForEach, type StoredAlternate } from './alternates.ts'
import { storedField } from './test-support/stored-field.ts'
import { isTheirTurn, stepsOf, type TurnFacts } from './turns.ts'

const row = (id: number, turn: number) =>
  storedField(id, { turn, signer_name: `Titular ${id}`, signer_email: `titular${id}@example.com` })

interface Plan {
  readonly turn: number
  readonly alternates: number
}

const alternatesOfPlan = (plans: readonly Plan[]): StoredAlternate[] =>
  plans.flatMap(({ alternates }, index) =>
    Array.from({ length: alternates }, (_, number) => {
      const id = (index + 1) * 100 + number
      const person = { name: `Suplente ${id}`, email: `suplente${id}@example.com` }
      return { id, document_id: 1, field_id: index + 1, ...person, added_at: number, removed_at: null }
    }),
  )

/** The model: each place has a turn and names; a place with a signature is over. */
interface Place {
  readonly turn: number
  readonly names: readonly string[]
  signedBy: string | undefined
}

const modelTurn = (places: readonly Place[], mode: SigningOrderMode): string[] => {
  const open = places.filter(({ signedBy }) => signedBy === undefined)
  const current = Math.min(...open.map(({ turn }) => turn))
  return open.filter(({ turn }) => mode === 'parallel' || turn === current).flatMap(({ names }) => names)
}

const namesWithTurn = (facts: TurnFacts, alternates: readonly StoredAlternate[]): string[] =>
  facts.fields
    .filter(({ id, signed_at }) => signed_at === null && isTheirTurn(facts, id))
    .flatMap((field) => fieldForEach(field, alternates))
    .map(({ signer_name }) => signer_name)

const plans = fc.array(fc.record({ turn: fc.integer({ min: 1, max: 3 }), alternates: fc.nat({ max: 3 }) }), {
  minLength: 1,
  maxLength: 5,
})

test('a place counts once whichever of them signs, in its turn, and only its people have it', () => {
  fc.assert(
    fc.property(plans, fc.constantFrom('parallel', 'ordered'), fc.infiniteStream(fc.nat()), (given, mode, choices) => {
      const alternates = alternatesOfPlan(given)
      let fields = given.map(({ turn }, index) => row(index + 1, turn))
      const steps = stepsOf({ mode, fields, approvals: [] }).length
      const places: Place[] = fields.map((field, index) => ({
        turn: given[index]?.turn ?? 0,
        names: fieldForEach(field, alternates).map(({ signer_name }) => signer_name),
        signedBy: undefined,
      }))
      for (let signatures = 0; signatures < places.length; signatures += 1) {
        const facts: TurnFacts = { mode, fields, approvals: [] }
        const names = namesWithTurn(facts, alternates)
        expect(names.toSorted()).toEqual(modelTurn(places, mode).toSorted())
        const signer = names[(choices.next().value ?? 0) % names.length] ?? ''
        const place = places.find((one) => one.names.includes(signer))
        if (place !== undefined) place.signedBy = signer
        const alternate = alternates.find(({ name }) => name === signer)
        fields = fields.map((field) => {
          const isTheirs = field.signer_name === signer || field.id === alternate?.field_id
          if (!isTheirs) return field
          return { ...(alternate ? asAlternate(field, alternate) : field), signed_at: 1 }
        })
        expect(stepsOf({ mode, fields, approvals: [] })).toHaveLength(steps)
        expect(fields.filter(({ signed_at }) => signed_at !== null)).toHaveLength(signatures + 1)
      }
      expect(namesWithTurn({ mode, fields, approvals: [] }, alternates)).toEqual([])
      expect(fields.map((field) => fieldForEach(field, alternates).map(({ signer_name }) => signer_name))).toEqual(
        places.map(({ signedBy }) => [signedBy]),
      )
    }),
  )
})

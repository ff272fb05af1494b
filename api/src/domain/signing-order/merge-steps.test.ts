import fc from 'fast-check'
import { mergeSteps } from './merge-steps.ts'

const merged = (before: string, named: string) => {
  const read = (text: string) => text.split(' ').map((step) => [...step])
  const { people } = mergeSteps(read(before), read(named))
  const byStep = Map.groupBy(people, ([, step]) => step)
  return [...byStep]
    .toSorted(([a], [b]) => a - b)
    .map(([, own]) =>
      own
        .map(([key]) => key)
        .toSorted()
        .join(''),
    )
}

test.each([
  ['an order of all', 'a b c', 'c a b', 'c a b'],
  ['people of other documents keep their places', 'a x b', 'b a', 'b x a'],
  ['an order that changes nothing', 'x a y b', 'a b', 'x a y b'],
  ['further steps follow the last one', 'a x', 'b a', 'b a x'],
  ['two people who sign together', 'a x b', 'ab', 'ab x'],
  ['a step that they share with another', 'ax b', 'b a', 'bx a'],
])('%s', (_, before, named, expected) => {
  expect(merged(before, named)).toEqual(expected.split(' '))
})

test('new steps keep their order, each person has one place, and an unchanged order moves no one', () => {
  const order = fc.uniqueArray(fc.constantFrom(...'abcdefg'), { minLength: 1 })
  fc.assert(
    fc.property(order, fc.uniqueArray(fc.constantFrom(...'abcdefg'), { minLength: 1 }), (before, named) => {
      const { numbers, people } = mergeSteps(
        before.map((key) => [key]),
        named.map((key) => [key]),
      )
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
      expect(named.map((key) => people.get(key))).toEqual(numbers)
      expect(new Set(people.keys())).toEqual(new Set([...before, ...named]))
      const same = before.filter((key) => named.includes(key)).map((key) => [key])
      if (same.length > 0)
        expect([
          ...mergeSteps(
            before.map((key) => [key]),
            same,
          ).people.keys(),
        ]).toEqual(before)
    }),
  )
})

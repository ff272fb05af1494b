import { appendedTo, NotAppended } from './append.ts'

const bytes = (...numbers: readonly number[]) => new Uint8Array(numbers)

test.each([
  [bytes(1, 2), bytes(1, 2, 3, 4), bytes(3, 4)],
  [bytes(1, 2), bytes(1, 2), bytes()],
])('what came after %o in %o', (before, after, tail) => {
  expect(appendedTo(before, after)).toEqual(tail)
})

test.each([
  [bytes(1, 2), bytes(1, 3, 4)],
  [bytes(1, 2), bytes(1)],
])('%o is no beginning of %o', (before, after) => {
  expect(() => appendedTo(before, after)).toThrow(NotAppended)
})

import { arrowTarget } from './use-arrow-keys.ts'

test.each<[string, number, number, number | undefined]>([
  ['ArrowDown', 0, 3, 3],
  ['ArrowDown', 5, 3, undefined],
  ['ArrowUp', 4, 3, 1],
  ['ArrowUp', 1, 3, undefined],
  ['ArrowRight', 2, 3, 3],
  ['ArrowRight', 6, 3, undefined],
  ['ArrowLeft', 0, 3, undefined],
  ['ArrowRight', 0, 1, undefined],
  ['ArrowDown', 0, 1, 1],
  ['Home', 4, 3, 0],
  ['Home', 0, 3, undefined],
  ['End', 0, 1, 6],
  ['a', 0, 1, undefined],
])('the key %s from index %i of 7 in %i columns gives the expected target', (key, index, columns, target) => {
  expect(arrowTarget(key, index, 7, columns)).toBe(target)
})

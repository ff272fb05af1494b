/** @jest-environment node */
import { createRecentMap } from './recent-map.ts'

test('the map keeps a limited number of keys and drops the oldest key', () => {
  const map = createRecentMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

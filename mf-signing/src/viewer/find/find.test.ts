import * as fc from 'fast-check'
import type { FindAction, FindState } from './find.ts'
import { findMessage, findReducer, noFind, ordinalOf, readingOrder, totalOf } from './find.ts'

const after = (actions: readonly FindAction[], from: FindState = noFind) => actions.reduce(findReducer, from)
const asked: FindAction = { type: 'asked', query: 'firma' }
const read = (...pages: [page: number, count: number | undefined][]): FindAction => ({
  type: 'read',
  pages: pages.map(([page, count]) => ({ page, count })),
})

test('readingOrder starts at the shown page and wraps around the end', () => {
  expect(readingOrder(3, 5)).toEqual([3, 4, 5, 1, 2])
  expect(readingOrder(1, 1)).toEqual([1])
})

test('the search selects the first match on the shown page or after it', () => {
  const find = after([asked, read([3, 0], [4, 2]), read([5, 0], [1, 3], [2, 0]), { type: 'finished' }])
  expect(find.current).toEqual({ page: 4, index: 0 })
  expect(ordinalOf(find)).toBe(4)
  expect(totalOf(find)).toBe(5)
})

test('next and previous go through all matches and wrap around the ends', () => {
  const found = after([asked, read([1, 2], [2, 0], [3, 1]), { type: 'finished' }])
  const seen = [found]
  for (const type of ['next', 'next', 'next', 'previous', 'previous'] as const) {
    seen.push(findReducer(seen.at(-1) ?? found, { type }))
  }
  expect(seen.map(({ current }) => current && [current.page, current.index])).toEqual([
    [1, 0],
    [1, 1],
    [3, 0],
    [1, 0],
    [3, 0],
    [1, 1],
  ])
})

test('an empty query resets the search, and next and previous do nothing without a search', () => {
  const found = after([asked, read([1, 2])])
  expect(findReducer(found, { type: 'asked', query: '' })).toMatchObject({ kind: 'idle', current: undefined })
  expect(after([{ type: 'next' }, { type: 'previous' }], noFind)).toEqual(noFind)
})

test.each<[string, readonly FindAction[], string]>([
  ['nothing asked', [], ''],
  ['on its way', [asked], 'Buscando…'],
  ['nothing found', [asked, read([1, 0]), { type: 'finished' }], 'Sin coincidencias.'],
  ['some, and still reading', [asked, read([1, 2])], 'Coincidencia 1 de 2…, página 1.'],
  ['all', [asked, read([1, 2]), { type: 'finished' }, { type: 'next' }], 'Coincidencia 2 de 2, página 1.'],
  [
    'a page that could not be read',
    [asked, read([1, undefined]), { type: 'finished' }],
    'Sin coincidencias. No se pudo leer el texto de 1 página(s).',
  ],
])('findMessage describes the state of the search: %s', (_state, actions, message) => {
  expect(findMessage(after(actions))).toBe(message)
})

test('property: next wraps after all matches, and previous undoes next', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }), fc.nat(20), (counts, steps) => {
      const pages = counts.map((count, index) => [index + 1, count] as [number, number])
      const found = after([asked, read(...pages), { type: 'finished' }])
      const total = totalOf(found)
      fc.pre(total > 0)
      const times = (count: number, type: 'next' | 'previous') => Array.from({ length: count }, () => ({ type }))
      const on = after(times(steps, 'next'), found)
      expect(ordinalOf(on)).toBe((steps % total) + 1)
      expect(after(times(total, 'next'), on).current).toEqual(on.current)
      expect(after(times(steps, 'previous'), on).current).toEqual(found.current)
    }),
  )
})

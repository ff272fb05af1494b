import type { DocumentChange, SignatureReport } from 'pdf/verify'
import { findingsAfter, firstToShow, marksOf } from './findings.ts'

const rect = { x: 0.1, y: 0.2, width: 0.5, height: 0.25 }
const change = (over: Partial<DocumentChange>): DocumentChange => ({
  kind: 'field-filled',
  severity: 'notable',
  ...over,
})
const after = (changes: readonly DocumentChange[], differences: SignatureReport['picture']['differences'] = []) =>
  findingsAfter({ changes, picture: { state: 'different', differences, uncompared: [] } }, new Map())

test('findingsAfter numbers the marks by page and keeps what has no page at the end', () => {
  const found = after(
    [change({ kind: 'metadata', severity: 'expected' }), change({ page: 3, rect }), change({ page: 1, rect })],
    [{ page: 2, rect }],
  )
  expect(found.map(({ mark }) => mark && [mark.number, mark.page])).toEqual([[1, 1], [2, 2], [3, 3], undefined])
  expect(found.map(({ isUnexplained }) => isUnexplained)).toEqual([false, true, false, false])
})

test('a change of a page without a rectangle marks the whole page', () => {
  expect(marksOf(after([change({ kind: 'page-content', severity: 'suspicious', page: 2 })]))).toEqual([
    { number: 1, page: 2, rect: { x: 0, y: 0, width: 1, height: 1 } },
  ])
})

test('a mark that reaches beyond the page is shown on the page', () => {
  const [beyond, outside] = marksOf(
    after([
      change({ page: 1, rect: { x: -0.5, y: -1, width: 3, height: 3 } }),
      change({ page: 1, rect: { x: 2, y: 0.5, width: 1, height: 0.1 } }),
    ]),
  )
  expect(beyond?.rect).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  expect(outside?.rect).toMatchObject({ x: 1, y: 0.5, width: 0 })
})

test.each<[string, readonly DocumentChange[], number | undefined]>([
  ['the first suspicious one', [change({ page: 1 }), change({ page: 4, severity: 'suspicious' })], 4],
  ['else the first notable one', [change({ page: 1, severity: 'expected' }), change({ page: 2 })], 2],
  ['else the first one', [change({ page: 5, severity: 'expected' })], 5],
  ['none if no change has a page', [change({})], undefined],
])('firstToShow opens %s', (_, changes, page) => {
  expect(firstToShow(after(changes))?.page).toBe(page)
})

import type { FindingMark } from './findings.ts'
import { type CompareEvent, type CompareView, followView, markBeside, openCompareView } from './view.ts'

const rect = { x: 0, y: 0, width: 1, height: 1 }
const mark = (number: number, page: number): FindingMark => ({ number, page, rect })
const marks = [mark(1, 2), mark(2, 2), mark(3, 7)]
const view: CompareView = { page: 2, chosen: 1, zoom: 1, side: 'today' }

test.each<[string, CompareEvent, Partial<CompareView>]>([
  ['a turned page forgets the chosen mark', { kind: 'turned', page: 3 }, { page: 3, chosen: undefined }],
  ['the same page keeps the chosen mark', { kind: 'turned', page: 2 }, {}],
  ['a chosen mark brings its page', { kind: 'chose', mark: mark(3, 7) }, { page: 7, chosen: 3 }],
  ['a step enlarges', { kind: 'zoomed', step: 0.5 }, { zoom: 1.5 }],
  ['a page is not enlarged beyond the limit', { kind: 'zoomed', step: 9 }, { zoom: 3 }],
  ['a page does not shrink beyond the limit', { kind: 'zoomed', step: -9 }, { zoom: 0.5 }],
  ['the other version comes to the front', { kind: 'switched', side: 'signed' }, { side: 'signed' }],
])('followView: %s', (_, event, expected) => {
  expect(followView(view, event)).toEqual({ ...view, ...expected })
})

test.each<[string, Partial<CompareView>, 1 | -1, number | undefined]>([
  ['after the chosen one', {}, 1, 2],
  ['before the chosen one', { chosen: 3 }, -1, 2],
  ['nothing after the last one', { chosen: 3 }, 1, undefined],
  ['after a page without marks', { page: 4, chosen: undefined }, 1, 3],
  ['before a page without marks', { page: 4, chosen: undefined }, -1, 2],
  ['on the page itself', { page: 7, chosen: undefined }, 1, 3],
])('markBeside finds the mark %s', (_, over, step, number) => {
  expect(markBeside({ ...view, ...over }, marks, step)?.number).toBe(number)
})

test('openCompareView shows the first page if nothing is marked', () => {
  expect(openCompareView(undefined, 'signed')).toEqual({ page: 1, chosen: undefined, zoom: 1, side: 'signed' })
})

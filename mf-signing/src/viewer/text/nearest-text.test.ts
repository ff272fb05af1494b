import { nearestText } from './nearest-text.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const boxes = [
  box(50, 100, 200, 20),
  box(50, 130, 180, 20),
  box(300, 100, 200, 20),
  box(300, 130, 100, 20),
  box(0, 0, 0, 0),
]

test.each([
  ['after the end of a line', { x: 460, y: 140 }, { index: 3, side: 'end' }],
  ['between the columns, nearer to the first', { x: 260, y: 110 }, { index: 0, side: 'end' }],
  ['between the columns, nearer to the second', { x: 290, y: 110 }, { index: 2, side: 'start' }],
  ['before a line', { x: 10, y: 135 }, { index: 1, side: 'start' }],
  ['below everything', { x: 60, y: 500 }, { index: 1, side: 'end' }],
  ['above everything', { x: 400, y: 5 }, { index: 2, side: 'start' }],
  ['between two lines, nearer to the lower', { x: 100, y: 128 }, { index: 1, side: 'start' }],
])('nearestText finds the nearest text run for a point %s', (_place, point, nearest) => {
  expect(nearestText(boxes, point)).toEqual(nearest)
})

test('nearestText finds no run if the page has no visible text', () => {
  expect(nearestText([], { x: 1, y: 1 })).toBeUndefined()
  expect(nearestText([box(0, 0, 0, 0)], { x: 1, y: 1 })).toBeUndefined()
})

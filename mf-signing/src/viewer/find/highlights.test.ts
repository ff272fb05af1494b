/** @jest-environment jsdom */
import { boundsOf, fractionsOf, rectsOf } from './highlights.ts'

test('fractionsOf turns screen rectangles into fractions of the page and drops empty ones', () => {
  const sheet = { left: 100, top: 50, width: 400, height: 200 }
  const rects = [
    { left: 200, top: 100, width: 40, height: 20 },
    { left: 0, top: 0, width: 0, height: 10 },
  ]
  expect(fractionsOf(rects, sheet)).toEqual([{ x: 0.25, y: 0.25, width: 0.1, height: 0.1 }])
})

test('around returns the rectangle that encloses a match over two lines', () => {
  expect(
    boundsOf([
      { x: 0.75, y: 0.25, width: 0.25, height: 0.25 },
      { x: 0, y: 0.5, width: 0.25, height: 0.25 },
    ]),
  ).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 })
  expect(boundsOf([])).toBeUndefined()
})

test('rectsOf measures each part of a match in the element that shows it', () => {
  const runs = ['Con', '', 'trato de'].map((text) => {
    const element = document.createElement('span')
    element.textContent = text
    return { text, endsLine: false, element }
  })
  const measured: string[] = []
  Range.prototype.getClientRects = function getClientRects() {
    measured.push(this.toString())
    return [] as unknown as DOMRectList
  }
  rectsOf({ from: { item: 0, offset: 1 }, to: { item: 2, offset: 5 } }, runs)
  expect(measured).toEqual(['on', 'trato'])
})

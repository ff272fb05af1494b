import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { stubDom } from '../testing/stub-dom.ts'
import { InkCanvas } from './InkCanvas.tsx'
import type { PenStroke } from './strokes.ts'

stubDom()

let resized: () => void = () => undefined
beforeEach(() => {
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resized = () => callback([], this)
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
})

const show = (width: number) => {
  const drawn: (readonly PenStroke[])[] = []
  function Paper() {
    const [strokes, setStrokes] = useState<readonly PenStroke[]>([])
    return (
      <InkCanvas
        strokes={strokes}
        pen={{ color: '#000000', thickness: 3 }}
        disabled={false}
        describedBy="help"
        onStrokes={(next) => {
          drawn.push(next)
          setStrokes(next)
        }}
      />
    )
  }
  render(<Paper />)
  const canvas = screen.getByRole('img')
  const setWidth = (value: number) => Object.defineProperty(canvas, 'clientWidth', { value, configurable: true })
  setWidth(width)
  const turn = (next: number) => {
    setWidth(next)
    act(() => resized())
  }
  return { canvas, drawn, turn, setWidth }
}
const at = (clientX: number, clientY: number) => ({ buttons: 1, clientX, clientY, pointerId: 1 })
const placesOf = (strokes: readonly PenStroke[] | undefined) =>
  strokes?.map(({ points }) => points.map(({ x, y }) => [Math.round(x), Math.round(y)]))

test('turning the phone between two strokes keeps both strokes', () => {
  const { canvas, drawn, turn } = show(250)
  fireEvent.pointerDown(canvas, at(10, 10))
  fireEvent.pointerUp(window, { ...at(100, 50), buttons: 0 })
  const [before] = drawn
  turn(500)
  fireEvent.pointerDown(canvas, at(400, 100))
  fireEvent.pointerUp(window, { ...at(450, 120), buttons: 0 })
  expect(placesOf(drawn.at(-1))?.[0]).toEqual(placesOf(before)?.[0])
  expect(placesOf(drawn.at(-1))).toHaveLength(2)
})

test('turning the phone during a stroke keeps the drawn part, and the next stroke works', () => {
  const { canvas, drawn, turn } = show(250)
  fireEvent.pointerDown(canvas, at(10, 10))
  fireEvent.pointerMove(window, at(100, 50))
  turn(500)
  expect(placesOf(drawn.at(-1))).toEqual([
    [
      [20, 20],
      [200, 100],
    ],
  ])
  fireEvent.pointerUp(window, { ...at(120, 60), buttons: 0 })
  fireEvent.pointerDown(canvas, at(400, 100))
  fireEvent.pointerUp(window, { ...at(450, 120), buttons: 0 })
  expect(placesOf(drawn.at(-1))).toEqual([
    [
      [20, 20],
      [200, 100],
    ],
    [
      [400, 100],
      [450, 120],
    ],
  ])
})

test('lifting the finger before the canvas is resized keeps the stroke', () => {
  const { canvas, drawn, turn, setWidth } = show(250)
  fireEvent.pointerDown(canvas, at(10, 10))
  fireEvent.pointerMove(window, at(100, 50))
  setWidth(500)
  fireEvent.pointerUp(window, { ...at(110, 60), buttons: 0 })
  turn(500)
  expect(placesOf(drawn.at(-1))?.[0]?.slice(0, 2)).toEqual([
    [20, 20],
    [200, 100],
  ])
})

import type { InputSource } from './browser.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Milliseconds between two places. */
const MOVE_MS = 20

const move = ({ x, y }: Point, duration: number) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration,
})
const down = { type: 'pointerDown', button: 0 } as const
const up = { type: 'pointerUp', button: 0 } as const

export const stroke = ([first, ...others]: readonly [Point, ...Point[]]): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [move(first, 0), down, ...others.map((point) => move(point, MOVE_MS)), up],
})

export const keys = (text: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/** W3C WebDriver, section 15.4.2. */
const CONTROL = '\uE009'

export const selectAll: InputSource = {
  type: 'key',
  id: 'keyboard',
  actions: [
    { type: 'keyDown', value: CONTROL },
    { type: 'keyDown', value: 'a' },
    { type: 'keyUp', value: 'a' },
    { type: 'keyUp', value: CONTROL },
  ],
}

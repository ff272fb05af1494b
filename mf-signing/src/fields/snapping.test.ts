import * as fc from 'fast-check'
import type { CanvasRect, Rect, Size } from '../geometry/geometry.ts'
import { clampInto } from '../geometry/geometry.ts'
import { resizeHandles, sidesOf } from '../geometry/placing.ts'
import type { SnapScene } from './snapping.ts'
import { alignMoved, alignResized, guidesOf, stepMoved, stepResized } from './snapping.ts'

const MIN: Size = { width: 50, height: 30 }
const page: Size = { width: 600, height: 800 }
const other: CanvasRect = { x: 100, y: 500, width: 200, height: 50 }
const scene: SnapScene = { page, others: [other] }
const REACH = 6
const at = (x: number, y: number, width = 120, height = 40): CanvasRect => ({ x, y, width, height })

test.each<[string, CanvasRect, Partial<Rect>]>([
  ['the centre of the page draws the centre', at(237, 300), { x: 240, y: 300 }],
  ['upwards and sidewards at once', at(243, 384), { x: 240, y: 380 }],
  ['left edge to left edge', at(104, 300), { x: 100 }],
  ['left edge to right edge', at(297, 200), { x: 300 }],
  ['right edge to left edge: side by side', { ...at(0, 200), x: -24 + 5 }, { x: -19 }],
  ['centre to centre', at(142, 200), { x: 140 }],
  ['top edge to top edge', at(400, 495), { y: 500 }],
  ['the nearest of two wins', { x: 145, y: 200, width: 120, height: 40 }, { x: 140 }],
  ['beyond its reach nothing is drawn', at(230, 300), { x: 230, y: 300 }],
])('alignMoved snaps a moved field: %s', (_rule, rect, expected) => {
  expect(alignMoved(rect, scene, REACH).rect).toMatchObject(expected)
})

test('a guide between fields spans both fields, and a guide of the page spans the page', () => {
  expect(alignMoved(at(101, 200), scene, REACH).guides).toContainEqual({ axis: 'x', at: 100, from: 200, to: 550 })
  expect(alignMoved(at(241, 200), scene, REACH).guides).toContainEqual({ axis: 'x', at: 300, from: 0, to: 800 })
  expect(alignMoved(at(420, 100), scene, REACH).guides).toEqual([])
})

test.each([
  ['e', at(150, 100, 147, 40), at(150, 100, 150, 40)],
  ['w', at(104, 100, 200, 40), at(100, 100, 204, 40)],
  ['s', at(400, 300, 60, 198), at(400, 300, 60, 200)],
  ['nw', at(103, 496, 300, 100), at(100, 500, 303, 96)],
  // Ignores the other edge, and lines that make the field too small.
  ['s', at(103, 300, 61, 60), at(103, 300, 61, 60)],
  ['e', at(248, 100, 50, 40), at(248, 100, 52, 40)],
  ['w', at(252, 100, 50, 40), at(252, 100, 50, 40)],
] as const)('alignResized snaps the edge of the handle %s for the field %j', (handle, rect, expected) => {
  expect(alignResized(rect, { handle, min: MIN }, scene, REACH).rect).toEqual(expected)
})

test.each([
  ['a step that would pass a line ends on it', at(97, 200), { dx: 5, dy: 0 }, 100],
  ['the next step continues', at(100, 200), { dx: 5, dy: 0 }, 105],
  ['backwards too', at(103, 200), { dx: -5, dy: 0 }, 100],
  ['no line in between: the whole step', at(60, 200), { dx: 5, dy: 0 }, 65],
  ['the page ends before the step does', at(479, 200), { dx: 5, dy: 0 }, 480],
])('stepMoved moves a field by keyboard: %s', (_rule, rect, step, x) => {
  expect(stepMoved(rect, step, scene).rect.x).toBe(x)
})

test('stepResized stops at the edge of another field and at the minimum width', () => {
  const pull = { handle: 'se', min: MIN } as const
  expect(stepResized(at(150, 100, 147, 40), pull, { dx: 5, dy: 0 }, scene).rect.width).toBe(150)
  expect(stepResized(at(150, 100, 52, 40), pull, { dx: -5, dy: 0 }, scene).rect.width).toBe(50)
})

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const pages = fc.record({ width: real(200, 2000), height: real(200, 2000) })
const rects = fc.record({ x: real(0, 2000), y: real(0, 2000), width: real(50, 400), height: real(30, 300) })
const scenes = fc.record({ page: pages, others: fc.array(rects, { maxLength: 5 }) }).map(({ page: of, others }) => ({
  page: of,
  others: others.map((rect) => clampInto(rect, of)),
}))
const reaches = real(0, 20)
const EPSILON = 1e-5

const expectInside = (rect: CanvasRect, of: Size) => {
  expect(rect.x).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.y).toBeGreaterThanOrEqual(-EPSILON)
  expect(rect.x + rect.width).toBeLessThanOrEqual(of.width + EPSILON)
  expect(rect.y + rect.height).toBeLessThanOrEqual(of.height + EPSILON)
}

test('property: alignMoved keeps the size, the page and the reach, and is idempotent', () => {
  fc.assert(
    fc.property(scenes, rects, reaches, (around, any, reach) => {
      const rect = clampInto(any, around.page)
      const { rect: moved } = alignMoved(rect, around, reach)
      expect(moved).toMatchObject({ width: rect.width, height: rect.height })
      expectInside(moved, around.page)
      expect(Math.abs(moved.x - rect.x)).toBeLessThanOrEqual(reach + EPSILON)
      expect(Math.abs(moved.y - rect.y)).toBeLessThanOrEqual(reach + EPSILON)
      const { rect: again } = alignMoved(moved, around, reach)
      expect(again.x).toBeCloseTo(moved.x, 5)
      expect(again.y).toBeCloseTo(moved.y, 5)
    }),
  )
})

test('property: alignResized moves pulled edges within the reach and leaves the other edges', () => {
  fc.assert(
    fc.property(scenes, rects, reaches, fc.constantFrom(...resizeHandles), (around, any, reach, handle) => {
      const rect = clampInto(any, around.page)
      const { rect: sized } = alignResized(rect, { handle, min: MIN }, around, reach)
      expectInside(sized, around.page)
      const sides = sidesOf(handle)
      for (const [axis, extent] of [
        ['x', 'width'],
        ['y', 'height'],
      ] as const) {
        const start = Math.abs(sized[axis] - rect[axis])
        const end = Math.abs(sized[axis] + sized[extent] - rect[axis] - rect[extent])
        expect(start).toBeLessThanOrEqual(sides[axis] === 'low' ? reach + EPSILON : EPSILON)
        expect(end).toBeLessThanOrEqual(sides[axis] === 'high' ? reach + EPSILON : EPSILON)
      }
    }),
  )
})

test('property: every guide touches the field at an edge or at its centre', () => {
  fc.assert(
    fc.property(scenes, rects, reaches, (around, any, reach) => {
      const { rect, guides } = alignMoved(clampInto(any, around.page), around, reach)
      for (const { axis, at: line } of guides) {
        const [start, length] = axis === 'x' ? [rect.x, rect.width] : [rect.y, rect.height]
        const distances = [start, start + length / 2, start + length].map((mark) => Math.abs(mark - line))
        expect(Math.min(...distances)).toBeLessThan(EPSILON)
      }
      expect(guides).toEqual(guidesOf(rect, around))
    }),
  )
})

test('property: keyboard steps are at most the requested length and cross the whole page', () => {
  fc.assert(
    fc.property(scenes, rects, fc.constantFrom(-5, 5), (around, any, dx) => {
      let rect = clampInto(any, around.page)
      const limit = around.page.width - rect.width
      const stops = 3 * around.others.length * 3 + 1
      for (let presses = 0; presses < around.page.width / 5 + stops + 2; presses += 1) {
        const next = stepMoved(rect, { dx, dy: 0 }, around).rect
        expect(Math.abs(next.x - rect.x)).toBeLessThanOrEqual(5 + EPSILON)
        expect((next.x - rect.x) * dx).toBeGreaterThanOrEqual(0)
        rect = next
      }
      expect(rect.x).toBeCloseTo(dx > 0 ? limit : 0, 4)
    }),
  )
})

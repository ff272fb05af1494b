import * as fc from 'fast-check'
import type { PageFrame } from '../geometry/geometry.ts'
import { carriedTo } from './carry.ts'

const frame: PageFrame = { number: 1, size: { width: 600, height: 800 }, zoom: 0.5 }
const size = { width: 200, height: 50 }

test.each([
  ['the pointer is in its middle, whatever the zoom', { x: 120, y: 200 }, true, { x: 140, y: 375 }],
  ['near the centre of the page it snaps', { x: 152, y: 120 }, false, { x: 200, y: 215 }],
  ['with Alt it does not', { x: 152, y: 120 }, true, { x: 204, y: 215 }],
  ['at a corner it stays inside', { x: 0, y: 0 }, true, { x: 0, y: 0 }],
  ['beyond the page it stays inside', { x: 900, y: 900 }, true, { x: 400, y: 750 }],
])('carriedTo places the carried field: %s', (_case, pointer, free, expected) => {
  expect(carriedTo(size, pointer, { frame, others: [], free }).rect).toEqual({ ...size, ...expected })
})

test('a carried field snaps to another field and returns the guide', () => {
  const others = [{ x: 100, y: 500, width: 200, height: 50 }]
  const { rect, guides } = carriedTo(size, { x: 102, y: 100 }, { frame, others, free: false })
  expect(rect.x).toBe(100)
  expect(guides.length).toBeGreaterThan(0)
})

test('property: a carried field is always inside the page, upright or turned', () => {
  const real = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
  const pages = fc.record({ width: real(210, 2000), height: real(60, 2000) })
  fc.assert(
    fc.property(pages, fc.boolean(), real(0.5, 3), real(-500, 5000), real(-500, 5000), (upright, turn, zoom, x, y) => {
      const page = turn ? { width: upright.height, height: upright.width } : upright
      const { rect } = carriedTo(size, { x, y }, { frame: { number: 1, size: page, zoom }, others: [], free: false })
      expect(Math.min(rect.x, rect.y)).toBeGreaterThanOrEqual(-1e-6)
      expect(rect.x + rect.width).toBeLessThanOrEqual(page.width + 1e-6)
      expect(rect.y + rect.height).toBeLessThanOrEqual(page.height + 1e-6)
    }),
  )
})

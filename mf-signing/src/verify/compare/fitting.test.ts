import * as fc from 'fast-check'
import { fittedZoom, onPage } from './fitting.ts'

const length = fc.double({ min: 1, max: 20_000, noNaN: true })
const size = fc.record({ width: length, height: length })

test('fittedZoom never makes a page wider than its pane', () => {
  fc.assert(
    fc.property(size, size, (page, room) => {
      const zoom = fittedZoom(page, room)
      expect(zoom).toBeGreaterThan(0)
      expect(page.width * zoom).toBeLessThanOrEqual(Math.max(1, room.width) + 1e-6)
    }),
  )
})

test('fittedZoom shows a whole A4 page in a large pane, and keeps a very long page readable', () => {
  const room = { width: 520, height: 700 }
  expect(842 * fittedZoom({ width: 595, height: 842 }, room)).toBeLessThanOrEqual(700)
  expect(100 * fittedZoom({ width: 100, height: 9000 }, room)).toBeGreaterThan(250)
})

test('onPage returns a part of the page for any rectangle', () => {
  const any = fc.double({ min: -9, max: 9, noNaN: true })
  const least = fc.double({ min: 0, max: 9, noNaN: true })
  fc.assert(
    fc.property(fc.record({ x: any, y: any, width: least, height: least }), (rect) => {
      const part = onPage(rect)
      for (const value of [part.x, part.y, part.width, part.height]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
      expect(part.x + part.width).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

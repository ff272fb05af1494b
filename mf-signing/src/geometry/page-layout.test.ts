import * as fc from 'fast-check'
import { clamp } from './geometry.ts'
import {
  canvasSizeOf,
  contentSize,
  pageAt,
  pageOrigin,
  pagesNear,
  pixelsOfPoint,
  readingZoom,
  renderScale,
  topOfPage,
} from './page-layout.ts'

const LETTER = { width: 612, height: 792 }

test.each([
  ['a phone fits the width', 390, 844, 612, 0.611],
  ['a small phone fits the width', 320, 568, 612, 0.5],
  ['the specification holds where its half is wider', 390, 844, 1200, 0.5],
  ['a narrow page is not enlarged', 390, 844, 200, 1],
  ['a tablet shows the whole width at 1', 768, 1024, 612, 1],
  ['a phone on its side leaves room for the column', 844, 390, 612, 0.777],
  ['two columns on a small desk', 1024, 768, 800, 0.78],
  ['a desk opens as specified', 1440, 900, 612, 1],
])('readingZoom gives the initial zoom: %s', (_what, innerWidth, innerHeight, width, zoom) => {
  expect(readingZoom({ innerWidth, innerHeight }, { width, height: 800 })).toBe(zoom)
})

test.each([
  ['A4', 595, 842, 1],
  ['A3', 842, 1191, 1],
  ['a plan of A0', 2384, 3370, 1224 / 3370],
  ['the largest page of a reader', 14_400, 14_400, 0.085],
  ['the largest page with a user unit', 144_000, 144_000, 0.0085],
  ['a receipt of 80 by 60 mm', 227, 170, 420 / 227],
  ['a long receipt', 227, 3000, 1],
  ['a plan in a strip', 14_400, 2000, 0.21],
  ['a page without a size', 0, 0, 1],
])('pixelsOfPoint shows an odd page like an office paper: %s', (_what, width, height, unit) => {
  expect(pixelsOfPoint({ width, height })).toBeCloseTo(unit, 9)
  const size = { width: expect.closeTo(width * unit, 6), height: expect.closeTo(height * unit, 6) }
  expect(canvasSizeOf({ width, height })).toEqual(size)
})

test.each([
  ['a strip', { width: 14_400, height: 100 }],
  ['a square', { width: 1224, height: 1224 }],
])('renderScale keeps the canvas within the limits of browsers: %s', (_what, size) => {
  const scale = renderScale({ size }, 3, 4)
  expect(size.width * scale).toBeLessThanOrEqual(16_384)
  expect(size.width * size.height * scale ** 2).toBeLessThanOrEqual(16 * 1024 * 1024 + 1)
  expect(scale).toBeGreaterThan(1)
})

test('without a page, readingZoom returns the zoom of the specification', () => {
  expect(readingZoom({ innerWidth: 390, innerHeight: 844 }, undefined)).toBe(0.5)
})

const phone = { zoom: 0.6, viewport: { width: 390, height: 480 } }
const column = (number: number, sizes: readonly { width: number; height: number }[]) => ({
  ...phone,
  page: sizes[number - 1] ?? LETTER,
  column: { number, sizes },
})

test('property: pages follow one another with a gap, and each can be scrolled to the top', () => {
  const size = fc.record({ width: fc.integer({ min: 100, max: 900 }), height: fc.integer({ min: 100, max: 1500 }) })
  fc.assert(
    fc.property(fc.array(size, { minLength: 2, maxLength: 12 }), (sizes) => {
      const content = contentSize(column(1, sizes))
      sizes.forEach((here, index) => {
        const layout = column(index + 1, sizes)
        const { x, y } = pageOrigin(layout)
        const bottom = y + here.height * phone.zoom
        const next = sizes[index + 1] && pageOrigin(layout, index + 2)
        if (next) expect(next.y - bottom).toBeCloseTo(12)
        else expect(bottom).toBeLessThan(content.height)
        expect(x + (here.width * phone.zoom) / 2).toBeCloseTo(content.width / 2)
        const top = clamp(topOfPage(layout), 0, content.height - phone.viewport.height)
        expect(pageAt(layout, top)).toBeGreaterThanOrEqual(index + 1)
      })
    }),
  )
})

test('pageAt returns the page at the upper third, and the last page at the end', () => {
  const layout = column(1, [LETTER, LETTER, LETTER])
  const { height } = contentSize(layout)
  const second = pageOrigin(layout, 2).y
  const line = phone.viewport.height / 3
  expect(pageAt(layout, 0)).toBe(1)
  expect(pageAt(layout, second - line - 13)).toBe(1)
  expect(pageAt(layout, second - line)).toBe(2)
  expect(pageAt(layout, height - phone.viewport.height)).toBe(3)
})

test('pagesNear returns one page on each side, and more when pages are low', () => {
  expect(pagesNear(column(1, [LETTER, LETTER, LETTER]))).toEqual([1, 2])
  expect(pagesNear(column(2, [LETTER, LETTER, LETTER]))).toEqual([1, 2, 3])
  const slides = Array.from({ length: 20 }, () => ({ width: 612, height: 250 }))
  expect(pagesNear(column(10, slides))).toEqual([7, 8, 9, 10, 11, 12, 13])
})

/** @jest-environment jsdom */
import { PictureError } from 'pdf/picture'
import { fakeEngine } from '../../testing/fake-engine.ts'
import { createPdfjsRenderer } from './pdfjs-renderer.ts'

const bytes = new TextEncoder().encode('%PDF-1.7')
const limits = { pixels: 16_000_000 }

const canvases: HTMLCanvasElement[] = []
beforeEach(() => {
  canvases.length = 0
  const getImageData = (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(4 * width * height),
  })
  HTMLCanvasElement.prototype.getContext = jest.fn(function (this: HTMLCanvasElement) {
    canvases.push(this)
    return { getImageData }
  }) as unknown as HTMLCanvasElement['getContext']
})

test('the renderer gives a copy to pdf.js, draws at two pixels a point and frees the canvas', async () => {
  const fake = fakeEngine()
  const file = await createPdfjsRenderer(fake.engine).open(bytes)
  expect(bytes).toHaveLength(8)
  expect(file.pageCount).toBe(3)
  const picture = await file.draw(2, limits)
  expect(fake.record.painted).toEqual([{ page: 2, scale: 2 }])
  expect(picture.points).toEqual({ width: 600, height: 800 })
  expect(picture.pixels).toHaveLength(4 * picture.width * picture.height)
  expect(canvases.map(({ width }) => width)).toEqual([0])
  file.close()
  expect(fake.record.closed).toBe(1)
})

test('a huge page is refused before a canvas exists', async () => {
  const fake = fakeEngine({ size: { width: 14_400, height: 14_400 } })
  const file = await createPdfjsRenderer(fake.engine).open(bytes)
  await expect(file.draw(1, limits)).rejects.toThrow(PictureError)
  expect(fake.record.painted).toEqual([])
})

test.each([
  ['damaged', () => Promise.reject(new Error('damaged'))],
  ['cancelled', () => Promise.resolve('cancelled' as const)],
])('a page whose drawing is %s is no picture', async (_, paint) => {
  const file = await createPdfjsRenderer(fakeEngine({ paint }).engine).open(bytes)
  await expect(file.draw(1, limits)).rejects.toThrow()
})

test('a file that pdf.js cannot open is closed', async () => {
  const fake = fakeEngine({ refuse: () => 0 })
  await expect(createPdfjsRenderer(fake.engine).open(bytes)).rejects.toThrow()
  expect(fake.record.closed).toBe(1)
})

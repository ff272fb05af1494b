import { fitPicture } from './fit-picture.ts'

const drawn = { width: 500, height: 200, thickness: 3 }

test.each([
  ['a wide one fills the width', '0 0 10000 1000', { width: 1000, height: 122 }],
  ['a tall one fills the height', '2000 1000 1000 8000', { width: 71, height: 400 }],
])('fitPicture fits the drawing and keeps its ink inside the picture: %s', (_what, viewBox, size) => {
  const fitted = fitPicture(viewBox, drawn)
  expect(fitted).toMatchObject(size)
  const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
  for (const [side, offset, room] of [
    [left, fitted.x, fitted.width],
    [left + width, fitted.x, fitted.width],
    [top, fitted.y, fitted.height],
    [top + height, fitted.y, fitted.height],
  ] as const) {
    expect(side * fitted.scale + offset).toBeGreaterThanOrEqual(0)
    expect(side * fitted.scale + offset).toBeLessThanOrEqual(room)
  }
})

test('fitPicture scales the stroke thickness with the drawing', () => {
  expect(fitPicture('0 0 10000 4000', drawn).lineWidth).toBeCloseTo(36)
  expect(fitPicture('0 0 10000 4000', { ...drawn, thickness: 0 }).lineWidth).toBeCloseTo(12)
})

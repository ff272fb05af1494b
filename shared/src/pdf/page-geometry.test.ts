import { intersect, rotationOf } from './page-geometry.ts'

test.each([
  [0, 0],
  [-90, 270],
  [450, 90],
  [720, 0],
  [45, undefined],
  [0.5, undefined],
])('/Rotate %d is %p', (degrees, rotation) => {
  expect(rotationOf(degrees)).toBe(rotation)
})

test('boxes have in common what lies in both', () => {
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 }
  expect(intersect(box, { x0: 5, y0: -5, x1: 20, y1: 5 })).toEqual({ x0: 5, y0: 0, x1: 10, y1: 5 })
  expect(intersect(box, { x0: 10, y0: 0, x1: 20, y1: 10 })).toBeUndefined()
})

import { pictureWidth } from './picture-width.ts'

test.each([
  [160, 1, 160],
  [160, 1.05, 160],
  [160, 1.25, 320],
  [160, 2, 320],
  [160, 2.75, 480],
  [160, 4, 480],
  [84, 1, 160],
  [84, 2, 160],
  [84, 3, 320],
  [160, 0.5, 160],
])('%p CSS pixels at a ratio of %p take a picture of %p pixels', (width, ratio, expected) => {
  expect(pictureWidth(width, ratio)).toBe(expected)
})

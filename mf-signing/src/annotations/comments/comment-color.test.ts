import { commentColor } from './comment-color.ts'

test.each([
  [[0, 0, 0], 1, 'rgb(153, 153, 153)'],
  [[255, 255, 255], 1, 'rgb(255, 255, 255)'],
  [[255, 0, 0], 1, 'rgb(255, 153, 153)'],
  [[255, 0, 0], 0, 'rgb(255, 255, 255)'],
  [[1, 2], 1, null],
  [null, 1, null],
])(
  'commentColor turns %o at opacity %d into %s, a background on which text is readable',
  (color, opacity, expected) => {
    expect(commentColor(color, opacity)).toBe(expected)
  },
)

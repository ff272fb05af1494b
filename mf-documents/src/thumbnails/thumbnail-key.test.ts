import { documentWith } from '../testing/documents.ts'
import { isOtherRevision, pictureWidth, thumbnailKey } from './thumbnail-key.ts'

test.each([
  [0.5, 160],
  [1, 160],
  [1.1, 320],
  [1.5, 320],
  [2, 320],
  [2.625, 480],
  [3, 480],
  [4, 480],
])('at %d device pixels per CSS pixel, a thumbnail is %d pixels wide', (ratio, width) => {
  expect(pictureWidth(ratio)).toBe(width)
})

test('a thumbnail key contains document, revision and width', () => {
  expect(thumbnailKey(documentWith({ id: 11, revision: 2 }), 256)).toBe('/thumbnails/11/2/256')
})

test.each([
  ['/thumbnails/11/1/256', true],
  ['/thumbnails/11/1/128', true],
  ['/thumbnails/11/3/256', true],
  ['/thumbnails/11/2/128', false],
  ['/thumbnails/1/1/256', false],
  ['/thumbnails/111/1/256', false],
  ['/somewhere-else', false],
])('the key %s belongs to another revision of 11/2: %s', (key, expected) => {
  expect(isOtherRevision(key, '/thumbnails/11/2/256')).toBe(expected)
})

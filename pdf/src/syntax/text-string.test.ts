import fc from 'fast-check'
import { decodeTextString, encodeTextString } from './text-string.ts'

test.each<[number[], string]>([
  [[0x41, 0x6e, 0x61], 'Ana'],
  [[0xd1, 0xfa], 'Ñú'],
  [[0x80, 0x92, 0x93, 0x9e, 0xa0], '•™ﬁž€'],
  [[0x18, 0x1f], '˘˜'],
  [[0xfe, 0xff, 0x00, 0xd1, 0xd8, 0x3d, 0xde, 0x42], 'Ñ🙂'],
  [[0xff, 0xfe, 0xd1, 0x00], 'Ñ'],
  [[0xef, 0xbb, 0xbf, 0xc3, 0x91], 'Ñ'],
])('%#: a text string decodes to %s', (bytes, text) => {
  expect(decodeTextString(Uint8Array.from(bytes))).toBe(text)
})

test('every text reads back the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeTextString(encodeTextString(text))).toBe(text)
    }),
  )
})

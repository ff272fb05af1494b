import fc from 'fast-check'
import { encodePng, samplePng } from '../sign/sample.ts'
import { decodePng } from './png.ts'

const refused = expect.objectContaining({ code: 'APPEARANCE_INVALID' })
const rgba = (width: number, height: number, rows: number[]) =>
  encodePng({ width, height, colourType: 6, rows: Uint8Array.from(rows) })

test('RGBA is split into colours and transparency', () => {
  const picture = decodePng(rgba(2, 1, [0, 10, 20, 30, 255, 40, 50, 60, 128]))
  expect(picture).toEqual({
    width: 2,
    height: 1,
    channels: 3,
    samples: Uint8Array.of(10, 20, 30, 40, 50, 60),
    alpha: Uint8Array.of(255, 128),
  })
})

test('an opaque picture has no transparency', () => {
  expect(decodePng(rgba(1, 1, [0, 1, 2, 3, 255])).alpha).toBeUndefined()
})

test.each<[number, number[], Partial<ReturnType<typeof decodePng>>]>([
  [0, [0, 7, 9], { channels: 1, samples: Uint8Array.of(7, 9), alpha: undefined }],
  [2, [0, 1, 2, 3, 4, 5, 6], { channels: 3, samples: Uint8Array.of(1, 2, 3, 4, 5, 6), alpha: undefined }],
  [4, [0, 7, 100, 9, 255], { channels: 1, samples: Uint8Array.of(7, 9), alpha: Uint8Array.of(100, 255) }],
])('the decoder reads colour type %d', (colourType, rows, expected) => {
  const png = encodePng({ width: 2, height: 1, colourType, rows: Uint8Array.from(rows) })
  expect(decodePng(png)).toMatchObject(expected)
})

test('the decoder reads a palette with transparency, and refuses an index outside the palette', () => {
  const chunks = [
    ['PLTE', Uint8Array.of(255, 0, 0, 0, 255, 0)],
    ['tRNS', Uint8Array.of(50)],
  ] as const
  const png = (rows: number[]) => encodePng({ width: 2, height: 1, colourType: 3, rows: Uint8Array.from(rows), chunks })
  expect(decodePng(png([0, 1, 0]))).toMatchObject({
    samples: Uint8Array.of(0, 255, 0, 255, 0, 0),
    alpha: Uint8Array.of(255, 50),
  })
  expect(() => decodePng(png([0, 1, 2]))).toThrow(refused)
})

/** Encodes PNG row filters. */
function filterRows(raw: Uint8Array, rowLength: number, step: number, filters: readonly number[]): Uint8Array {
  const rows = raw.length / rowLength
  const result = new Uint8Array(rows * (rowLength + 1))
  const at = (row: number, i: number): number => (row < 0 || i < 0 ? 0 : (raw[row * rowLength + i] ?? 0))
  for (let row = 0; row < rows; row++) {
    const filter = filters[row] ?? 0
    result[row * (rowLength + 1)] = filter
    for (let i = 0; i < rowLength; i++) {
      const [left, up, corner] = [at(row, i - step), at(row - 1, i), at(row - 1, i - step)]
      const nearest = [left, up, corner].toSorted((a, b) => distance(a) - distance(b))[0] ?? 0
      const predictions = [0, left, up, (left + up) >> 1, nearest]
      result[row * (rowLength + 1) + 1 + i] = at(row, i) - (predictions[filter] ?? 0)
      function distance(value: number): number {
        return Math.abs(left + up - corner - value)
      }
    }
  }
  return result
}

test('every row filter is undone', () => {
  const input = fc
    .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 6 }) })
    .chain((size) =>
      fc.record({
        size: fc.constant(size),
        raw: fc.uint8Array({ minLength: size.width * size.height * 3, maxLength: size.width * size.height * 3 }),
        filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: size.height, maxLength: size.height }),
      }),
    )
  fc.assert(
    fc.property(input, ({ size, raw, filters }) => {
      const rows = filterRows(raw, size.width * 3, 3, filters)
      expect(decodePng(encodePng({ ...size, colourType: 2, rows })).samples).toEqual(raw)
    }),
  )
})

const valid = samplePng()
const patched = (offset: number, value: number): Uint8Array => valid.with(offset, value)

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['no PNG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ['a truncated one', valid.subarray(0, valid.length - 20)],
  ['a damaged chunk', patched(45, 0xaa)],
  ['more than 2000 pixels wide', encodePng({ width: 2001, height: 1, colourType: 0, rows: new Uint8Array(2002) })],
  ['more than 1000 pixels high', encodePng({ width: 1, height: 1001, colourType: 0, rows: new Uint8Array(2002) })],
  ['too few pixels', encodePng({ width: 9, height: 9, colourType: 0, rows: new Uint8Array(10) })],
  ['a bomb', encodePng({ width: 9, height: 9, colourType: 0, rows: new Uint8Array(50_000_000) })],
  ['an unknown row filter', encodePng({ width: 1, height: 1, colourType: 0, rows: Uint8Array.of(5, 0) })],
  ['an unknown colour type', encodePng({ width: 1, height: 1, colourType: 5, rows: Uint8Array.of(0, 0) })],
  [
    'an unknown critical chunk',
    encodePng({ width: 1, height: 1, colourType: 0, rows: Uint8Array.of(0, 0), chunks: [['ABCD', Uint8Array.of(1)]] }),
  ],
  ['no palette', encodePng({ width: 1, height: 1, colourType: 3, rows: Uint8Array.of(0, 0) })],
  ['too much', new Uint8Array(5 * 1024 * 1024)],
])('the decoder refuses %s', (_, png) => {
  expect(() => decodePng(png)).toThrow(refused)
})

test('arbitrary damage is decoded, or refused with APPEARANCE_INVALID', () => {
  fc.assert(
    fc.property(fc.nat(valid.length - 1), fc.nat(255), (offset, value) => {
      try {
        decodePng(patched(offset, value))
      } catch (error) {
        expect(error).toMatchObject({ code: 'APPEARANCE_INVALID' })
      }
    }),
  )
})

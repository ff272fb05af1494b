import fc from 'fast-check'
import {
  derChildren,
  derContents,
  readDer,
  readElements,
  readGeneralizedTime,
  readOid,
  readSmallInteger,
  readUnsigned,
} from './der-reader.ts'
import {
  compareBytes,
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derOid,
  derSequence,
  generalizedTime,
  octetString,
  setOf,
  unsignedInteger,
} from './der-writer.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const malformed = expect.objectContaining({ code: 'ASN1_MALFORMED' })

test.each([
  [derInteger(0), '020100'],
  [derInteger(127), '02017f'],
  [derInteger(128), '02020080'],
  [derInteger(65_537), '0203010001'],
  [unsignedInteger(fromHex('0000ff')), '020200ff'],
  [unsignedInteger(new Uint8Array()), '020100'],
  [derOid('1.2.840.113549.1.7.2'), '06092a864886f70d010702'],
  [derOid('2.5.29.37'), '0603551d25'],
  [derOid('2.999.3'), '0603883703'],
  [derSequence(), '3000'],
  [derExplicit(0, derInteger(1)), 'a003020101'],
  [derImplicit(0, setOf(derInteger(1))), 'a003020101'],
  [derImplicit(1, derInteger(1)), '810101'],
  [setOf(derInteger(2), derInteger(1)), '3106020101020102'],
  [generalizedTime(new Date('2026-03-14T20:05:09.987Z')), '180f32303236303331343230303530395a'],
])('%#: the encoder writes %s', (encoded, expected) => {
  expect(hex(encoded)).toBe(expected)
})

test.each([
  ['30', 'no length'],
  ['3080 0000', 'indefinite length'],
  ['308105 0000000000', 'a length that would be shorter'],
  ['30820005 0000000000', 'a length with a leading zero'],
  ['3003 0101', 'a length beyond the end'],
  ['308500ffffffff', 'a length of five bytes'],
  ['1f8101 00', 'a high tag number'],
  ['3000 3000', 'something after the element'],
  ['', 'nothing'],
])('the reader refuses %s: %s', (text) => {
  expect(() => readDer(fromHex(text))).toThrow(malformed)
})

test.each(['0200', '020180', '02020001', '0401aa'])('integer %s is refused', (text) => {
  expect(() => readUnsigned(readDer(fromHex(text)))).toThrow(malformed)
})

test.each(['0600', '06012a80', '0602802a', '060280'])('object identifier %s is refused', (text) => {
  expect(() => readOid(readElements(fromHex(text))[0])).toThrow(malformed)
})

test.each([
  ['20260314200509Z', '2026-03-14T20:05:09.000Z'],
  ['20260314200509.5Z', '2026-03-14T20:05:09.500Z'],
  ['20260314200509.123456Z', '2026-03-14T20:05:09.123Z'],
])('time %s is read', (text, iso) => {
  expect(readGeneralizedTime(readDer(derElement(0x18, Buffer.from(text)))).toISOString()).toBe(iso)
})

test.each(['20260314200509', '20260314200509.50Z', '20260314200509-0600', '20261314200509Z', '202603142005Z'])(
  'time %s is refused',
  (text) => {
    expect(() => readGeneralizedTime(readDer(derElement(0x18, Buffer.from(text))))).toThrow(malformed)
  },
)

test('octet strings of every length read back unchanged', () => {
  for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 100_000]) {
    const bytes = new Uint8Array(length).map((_, index) => index)
    expect(Buffer.compare(derContents(readDer(octetString(bytes)), 0x04), bytes)).toBe(0)
  }
})

test('integers and object identifiers read back the same', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.bigInt({ min: 0n, max: 2n ** 130n }), { maxLength: 6 }), (number, arcs) => {
      expect(readSmallInteger(readDer(derInteger(number)))).toBe(number)
      const dotted = ['2', ...arcs.map(String), '5'].join('.')
      expect(readOid(readDer(derOid(dotted)))).toBe(dotted)
    }),
  )
})

test('a set is written with its elements sorted by encoding', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5 })), (contents) => {
      const elements = derChildren(readDer(setOf(...contents.map(octetString))), 0x31)
      for (const [index, { encoded }] of elements.entries()) {
        const before = elements[index - 1]
        if (before !== undefined) expect(compareBytes(before.encoded, encoded)).toBeLessThanOrEqual(0)
      }
    }),
  )
})

test('arbitrary bytes are read, or refused with ASN1_MALFORMED', () => {
  const walk = (bytes: Uint8Array): void => {
    for (const { identifier, contents } of readElements(bytes)) if ((identifier & 0x20) !== 0) walk(contents)
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        walk(bytes)
      } catch (error) {
        expect(error).toMatchObject({ code: 'ASN1_MALFORMED' })
      }
    }),
  )
})

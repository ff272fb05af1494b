import { deflateSync } from 'node:zlib'
import { asciiBytes, concatBytes, decodeLatin1, isDict, isStream, type PdfObject, pdfRef } from '../syntax/index.ts'
import { onePage, streamOf, textPdf } from '../testing/node/index.ts'
import { resolveIn } from './object-graph.ts'
import { readNewest } from './read-newest.ts'
import { readStrictly } from './read-strictly.ts'

const read = (bytes: Uint8Array, num: number): PdfObject => readNewest(bytes).read(pdfRef(num))

const damaged = (...objects: string[]): Uint8Array => textPdf([...onePage(), ...objects], { damaged: true })

const dataAt = (bytes: Uint8Array, num: number): string => {
  const object = read(bytes, num)
  if (!isStream(object)) throw new Error('no stream')
  return decodeLatin1(object.data)
}

test('of two objects with the same number, the last object counts', () => {
  const bytes = concatBytes([
    damaged('(old)'),
    asciiBytes('4 0 obj\n(new)\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ])
  expect(read(bytes, 4)).toEqual({ kind: 'string', bytes: asciiBytes('new') })
})

test('an object stream overrides earlier objects, and later objects override the object stream', () => {
  const body = deflateSync(Buffer.from('4 0 5 6 (in 4) (in 5)')).toString('latin1')
  const container = streamOf(body, '/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode')
  const bytes = concatBytes([
    damaged('(before)', 'null', container),
    asciiBytes('5 0 obj\n(after)\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ])
  expect(read(bytes, 4)).toEqual({ kind: 'string', bytes: asciiBytes('in 4') })
  expect(read(bytes, 5)).toEqual({ kind: 'string', bytes: asciiBytes('after') })
})

test('the reader ignores a PDF inside the data of a stream', () => {
  const inner = Buffer.from(textPdf(['<</Type /Catalog /Inner true>>', '(inner)'])).toString('latin1')
  const graph = readNewest(damaged(streamOf(inner)))
  expect(resolveIn(graph, graph.root)).toMatchObject({
    entries: new Map([
      ['Type', expect.anything()],
      ['Pages', pdfRef(2)],
    ]),
  })
  expect(isDict(graph.read(pdfRef(2)))).toBe(true)
})

test.each([
  ['as /Length says', '<</Length 16>>\nstream\nA endstream inA\nendstream', 'A endstream inA\n'],
  ['before the next endstream when /Length is wrong', '<</Length 99>>\nstream\nABC\r\nendstream', 'ABC'],
  ['before the next endstream when /Length is missing', '<<>>\nstream\nABC\nendstream', 'ABC'],
  ['immediately when the stream is empty and has no /Length', '<<>>\nstream\nendstream', ''],
])('the data of a stream end %s', (_, object, data) => {
  expect(dataAt(damaged(object), 4)).toBe(data)
})

test('the length of a stream may be a reference, also to a later object', () => {
  expect(dataAt(damaged('<</Length 5 0 R>>\nstream\nAB endstream C\nendstream', '14'), 4)).toBe('AB endstream C')
})

test('the last value of a repeated key counts, and a line end in a string becomes a line feed', () => {
  expect(read(damaged('<</A (one) /A (two\r\nlines)>>'), 4)).toEqual({
    kind: 'dict',
    entries: new Map([['A', { kind: 'string', bytes: asciiBytes('two\nlines') }]]),
  })
})

test('Info and ID come from the trailer, and the catalog is found without a trailer', () => {
  const trailer = '/Info 4 0 R /ID [<6162> <6364>]'
  const whole = textPdf([...onePage(), '<<>>'], { damaged: true, trailer })
  expect(readNewest(whole)).toMatchObject({ root: pdfRef(1), info: pdfRef(4), permanentId: asciiBytes('ab') })
  const cut = whole.subarray(0, Buffer.from(whole).indexOf('trailer'))
  expect(readNewest(cut)).toMatchObject({ root: pdfRef(1), info: undefined, permanentId: undefined })
})

test.each(['[4 0 R <6364>]', '5 0 R'])('an ID with references is followed: %s', (id) => {
  const whole = textPdf([...onePage(), '<6162>', '[4 0 R <6364>]'], { damaged: true, trailer: `/ID ${id}` })
  expect(readNewest(whole).permanentId).toEqual(asciiBytes('ab'))
  const sound = textPdf([...onePage(), '<6162>', '[4 0 R <6364>]'], { trailer: `/ID ${id}` })
  expect(readStrictly(sound).permanentId).toEqual(asciiBytes('ab'))
})

describe('files that the reader refuses', () => {
  const whole = textPdf(onePage())
  const text = Buffer.from(whole).toString('latin1')

  test.each<[string, Uint8Array, string]>([
    ['an encrypted file', asciiBytes(text.replace('/Root', '/Encrypt 9 0 R /Root')), 'encrypted'],
    ['a file without a catalog', asciiBytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'there is no catalog'],
    ['a file that ends in an object', asciiBytes(text.slice(0, text.indexOf('/Parent'))), 'the last object breaks off'],
    [
      'a file that ends in an update',
      concatBytes([whole, asciiBytes('3 0 obj\n<</Type /Page>>\nendobj\n4 0 obj\n<<>>\nendobj\n')]),
      'the last revision breaks off',
    ],
  ])('the reader refuses %s', (_, bytes, message) => {
    expect(() => readNewest(bytes)).toThrow(message)
  })

  test('the reader refuses a stream that breaks off', () => {
    const bytes = damaged('<</Length 99>>\nstream\nABC')
    expect(() => readNewest(bytes).read(pdfRef(4))).toThrow('a stream breaks off')
  })
})

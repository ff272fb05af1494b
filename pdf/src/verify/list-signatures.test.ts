import fc from 'fast-check'
import { inspectDocument } from '../screen/inspect-document.ts'
import { asciiBytes, concatBytes, decodeLatin1, defaultLimits, openPdf } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { cleanPdf, deflated, hex, techniques } from '../testing/node/hide.ts'
import { verifyPdf } from './index.ts'
import { listClaims, listFoundSignatures } from './list-signatures.ts'

/** Of processor time, which a busy machine does not change. */
const MOST_MICROSECONDS = 10_000_000
const RANGE = '/ByteRange [0 1 2 3]'
const SIGNATURE = `<</Type /Sig /Filter /Adobe.PPKLite /Contents <00> ${RANGE}>>`

const countIn = (bytes: Uint8Array): number => {
  const { signatures, unread } = listFoundSignatures(openPdf(bytes, { inflate: inflateWithNode }))
  return signatures.length + unread
}
const countClaimed = (bytes: Uint8Array): number => {
  const { signatures, unread } = listClaims({ bytes, inflate: inflateWithNode, limits: defaultLimits })
  return signatures.length + unread
}
const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots: [], inflate: inflateWithNode, now: new Date(0) })

const plainStream = (entries: string, data: string): string =>
  `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`

/** Each makes one object that only holds the words. */
const quotes: Readonly<Record<string, (words: string) => string>> = {
  'a string': (words) => `(${words.replace(/[\\()]/g, '\\$&')})`,
  'a hexadecimal string': (words) => hex(words),
  'a value of an annotation': (words) =>
    `<</Type /Annot /Subtype /Text /Contents (${words.replace(/[\\()]/g, '\\$&')})>>`,
  'a stream': (words) => plainStream('', words),
  'a page content': (words) => plainStream('', `BT (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`),
  'a compressed stream': (words) => deflated('', words),
  'a name': (words) => `/${[...words].map((each) => `#${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}`,
  'a comment': (words) => `<</A 1 % ${words.replace(/[\r\n]/g, ' ')}\n>>`,
}

const words = fc
  .array(
    fc.constantFrom(
      ...[RANGE, '/ByteRange', '/ByteRange[0 9 8 7]', '/Type /Sig', '<<', '>>', '<</V 7 0 R>>', '/Contents <00>'],
      ...['7 0 obj', 'endobj', 'stream', '(', ')', '\\', '\n', 'trailer', '%', 'á', SIGNATURE],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `${parts.join(' ')} ${RANGE}`)

describe.each(Object.entries(quotes))('words in %s', (_, quote) => {
  test('are no signature, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const bytes = cleanPdf({ objects: [quote(text)] })
        expect(countIn(bytes)).toBe(0)
        expect(await verify(bytes)).toEqual({ kind: 'unsigned', pages: 1 })
      }),
    )
  })

  test('do not hide a real signature dictionary beside them', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (text, isBefore) => {
        const objects = isBefore ? [SIGNATURE, quote(text)] : [quote(text), SIGNATURE]
        expect(countIn(cleanPdf({ objects }))).toBe(1)
      }),
    )
  })
})

test.each(['a string', 'a stream', 'a hexadecimal string', 'a comment'])(
  'an upload with the words in %s may still be repaired',
  (place) => {
    const damaged = decodeLatin1(cleanPdf({ objects: [quotes[place]?.(`7 0 obj ${SIGNATURE} x`) ?? ''] }))
    const bytes = asciiBytes(damaged.replace(/startxref\n\d+/, 'startxref\n1'))
    expect(countClaimed(bytes)).toBe(0)
    expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ kind: 'refused', remedy: 'repair' })
  },
)

const readable = Object.entries(techniques).filter(([technique]) => technique !== 'by keys that stand twice')

test.each(readable)('a signature dictionary outside of the form is hidden: %s', async (_, hide) => {
  const bytes = hide({ objects: [SIGNATURE] })
  expect(await verify(bytes)).toEqual({ kind: 'signed', verdict: 'suspicious', signatures: [], hidden: 1 })
})

test.each([
  ['a part of another object', `<</A [<</B ${SIGNATURE}>>]>>`],
  ['a stream with a range', `<<${RANGE} /Length 0>>\nstream\n\nendstream`],
  ['a range that is another object', SIGNATURE.replace('[0 1 2 3]', '3 0 R')],
  ['an object with a key twice', SIGNATURE.replace('<<', '<</A 1 /A 2 ')],
  ['an object without an end', SIGNATURE.replace('>>', '')],
])('a signature dictionary is hidden: %s', async (_, object) => {
  expect(await verify(cleanPdf({ objects: [object] }))).toMatchObject({ verdict: 'suspicious', hidden: 1 })
})

test('a signature dictionary in a trailer is hidden, also in a trailer that nothing leads to', async () => {
  const listed = decodeLatin1(cleanPdf()).replace('/Size 100', `/Size 100 /A ${SIGNATURE}`)
  expect(await verify(asciiBytes(listed))).toMatchObject({ verdict: 'suspicious', hidden: 1 })
  const stray = concatBytes([asciiBytes(`%PDF-1.7\nxref\n0 0\ntrailer\n<</A ${SIGNATURE}>>\n`), cleanPdf()])
  expect(countClaimed(stray)).toBe(1)
})

test('a member of an object stream that no section lists is found', () => {
  const container = deflated('/Type /ObjStm /N 1 /First 5', `70 0 ${SIGNATURE}`)
  expect(countIn(cleanPdf({ objects: [container] }))).toBe(1)
})

test('words between objects count only where they cannot be parsed', () => {
  const around = (text: string) => asciiBytes(decodeLatin1(cleanPdf()).replace('xref\n0 1', `${text}\nxref\n0 1`))
  expect(countClaimed(around(`% ${RANGE}`))).toBe(0)
  expect(countClaimed(around(`7 0 obj (${RANGE}) endobj`))).toBe(0)
  expect(countClaimed(around(`7 0 obj ${SIGNATURE} endobj`))).toBe(1)
  expect(countClaimed(around(`( 7 0 obj ${SIGNATURE} endobj`))).toBe(1)
  expect(countClaimed(around(`7 0 obj ( ${SIGNATURE} endobj`))).toBe(1)
  expect(countClaimed(around(`${RANGE}`))).toBe(1)
})

test.each([
  ['objects without an end', 'endobj 1 0 obj<'],
  ['objects in objects', '1 0 obj('],
  ['trailers', 'trailer<'],
  ['trailers without an object', 'trailer<</Root 1 0 R>>\n'],
  ['numbers', '1 0 '],
])('a file of 2 MB of %s is read in time that grows with its size', (_, part) => {
  const bytes = concatBytes([asciiBytes('%PDF-1.7\n'), asciiBytes(part.repeat(2_000_000 / part.length))])
  const start = process.cpuUsage()
  countClaimed(bytes)
  expect(process.cpuUsage(start).user).toBeLessThan(MOST_MICROSECONDS)
})

test('objects that overlap again and again are refused instead of read', async () => {
  const count = 3000
  const body = Array.from({ length: count }, (_, at) => `${10 + at} 0 obj(`).join('')
  const [head = '', rest = ''] = decodeLatin1(cleanPdf()).split('xref\n0 1')
  let at = head.length
  const lines = Array.from({ length: count }, (_, index) => {
    const line = `${10 + index} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    at += `${10 + index} 0 obj(`.length
    return line
  })
  const end = ')'.repeat(count)
  const start = head.length + body.length + end.length + 8
  const table = rest.replace('trailer', `${lines.join('')}trailer`).replace(/startxref\n\d+/, `startxref\n${start}`)
  const bytes = asciiBytes(`${head}${body}${end} endobj\nxref\n0 1${table}`)
  const began = process.cpuUsage()
  expect(await verify(bytes)).toMatchObject({ kind: 'unreadable' })
  expect(process.cpuUsage(began).user).toBeLessThan(MOST_MICROSECONDS)
})

import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { encodeLzw } from '../testing/index.ts'
import { cleanPdf, deflated, hex, type Payload, techniques } from '../testing/node/hide.ts'
import { payloads } from '../testing/node/payloads.ts'
import type { FindingCode } from './finding.ts'
import { inspectDocument } from './inspect-document.ts'
import { screenDocument } from './screen-document.ts'

const codesOf = (bytes: Uint8Array): FindingCode[] => [
  ...new Set(screenDocument(bytes, { inflate: inflateWithNode }).findings.map(({ code }) => code)),
]

const variants = Object.entries(techniques).flatMap(([technique, hide]) =>
  payloads.map(([title, code, payload]) => [`${title}, ${technique}`, code, () => hide(payload)] as const),
)

test('the generator makes more than 300 variants, and its payloads cover 19 finding codes', () => {
  expect(variants.length).toBeGreaterThan(300)
  expect(new Set(payloads.map(([, code]) => code)).size).toBe(19)
})

test.each(variants)('the screening refuses %s', (_, code, make) => {
  const bytes = make()
  expect(codesOf(bytes)).toContain(code)
  expect(inspectDocument(bytes, inflateWithNode).kind).toBe('refused')
})

test('a finding gives its object, page and detail, and whether it is removable', () => {
  const [, , payload] = payloads.find(([title]) => title === 'a program') ?? []
  if (payload === undefined) throw new Error('no such payload')
  const make = techniques['in the open']
  expect(make && inspectDocument(make(payload), inflateWithNode)).toEqual({
    kind: 'refused',
    findings: [{ code: 'PDF_MALICIOUS_LAUNCH', object: 11, page: 1, detail: '/S /Launch', removable: true }],
    remedy: 'clean',
  })
})

const zip = (comment: number): Uint8Array =>
  concatBytes([asciiBytes('PK\x05\x06'), new Uint8Array(16), Uint8Array.of(comment, 0)])

test.each([
  ['a ZIP before the header', concatBytes([asciiBytes('PK\x03\x04'), cleanPdf()])],
  ['a program before the header', concatBytes([asciiBytes('MZ...'), cleanPdf()])],
  ['a page before the header', concatBytes([asciiBytes('<html>'), cleanPdf()])],
  ['a ZIP after the end', concatBytes([cleanPdf(), zip(0)])],
  ['a ZIP whose comment is the rest of the file', concatBytes([cleanPdf(), zip(7), asciiBytes('comment')])],
  ['a page after the end', concatBytes([cleanPdf(), asciiBytes('<script>x()</script>')])],
])('%s is a polyglot', (_, bytes) => {
  expect(codesOf(bytes)).toContain('PDF_POLYGLOT')
})

test('the screening notes broken links and accepts the document', () => {
  const link = (address: string) => `<</S /URI /URI ${hex(address)}>>`
  const annotation = (action: number) => `<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} 0 R>>`
  const bytes = cleanPdf({
    objects: [annotation(11), link('htpp://x.cr'), annotation(13), link('file:///C:/a\nb.pdf'), link('https://x.cr')],
    page: '/Annots [10 0 R 12 0 R]',
  })
  expect(inspectDocument(bytes, inflateWithNode)).toEqual({
    kind: 'signable',
    pages: 1,
    signatures: 0,
    brokenLinks: [
      { object: 11, page: 1, address: 'htpp://x.cr' },
      { object: 13, page: 1, address: 'file:///C:/a b.pdf' },
    ],
  })
})

describe('everyday documents', () => {
  const script = (text: string) => cleanPdf({ objects: [`<</S /JavaScript /JS ${hex(text)}>>`] })
  const link = (address: string) => cleanPdf({ objects: [`<</S /URI /URI ${hex(address)}>>`] })
  const title = (text: string) => cleanPdf({ objects: [`<</Title ${hex(text)}>>`] })

  test.each<[string, Uint8Array]>([
    ['a page', cleanPdf()],
    ['a page after a mail header', concatBytes([asciiBytes('From: ana@example.com\n\n'), cleanPdf()])],
    ['a form that formats numbers', script('AFNumber_Format(2, 0, 0, 0, "\\u20ac ", true);')],
    ['a form that formats dates', script("AFDate_FormatEx('dd/mm/yyyy')")],
    ['a form that checks a range', script('AFRange_Validate(true, 0, true, 100);\r\n')],
    ['a form that formats at opening', cleanPdf({ objects: [], catalog: '/OpenAction [3 0 R /Fit]' })],
    ['opening on a page', cleanPdf({ objects: [], catalog: '/OpenAction <</S /GoTo /D [3 0 R /Fit]>>' })],
    ['a web link', link('https://example.com/a?b=javascript:c')],
    ['a mail link', link('mailto:ana@example.com')],
    ['a link without a scheme', link('www.example.com:8080/a')],
    ['a title about scripts', title('JavaScript: The Good Parts <3')],
    ['a resource called JS', cleanPdf({ objects: ['<</XObject <</JS 11 0 R>>>>', deflated('/Subtype /Form', 'q Q')] })],
    ['a structure element', cleanPdf({ objects: ['<</Type /StructElem /S /Link /P 2 0 R>>'] })],
    ['a calculation', cleanPdf({ objects: [deflated('/FunctionType 4', '{dup .5 gt {pop 1} if}')] })],
    ['an honest font matrix', cleanPdf({ objects: ['<</Type /Font /FontMatrix [.001 0 0 .001 0 11 0 R]>>', '0'] })],
  ])('the screening does not flag %s', (_, bytes) => {
    expect(codesOf(bytes)).toEqual([])
  })

  test.each([
    'AFNumber_Format(app.alert(1))',
    'AFNumber_Format(2)+app.alert(1)',
    'AFNumber_Format("a"+"b")',
    'AFNumber_Format = app.alert',
    'AFSimple_Calculate("SUM", "a")',
    'AFNumber_Format(2) // \n app.alert(1)',
    'AFNumber_Format("\\")',
    'eval("x")',
    'toString(1)',
    '',
  ])('the screening flags a script that is not a format: %s', (text) => {
    expect(codesOf(script(text))).toEqual(['PDF_MALICIOUS_JAVASCRIPT'])
  })
})

describe('files that carry signatures, or may carry signatures', () => {
  const signedOf = (bytes: Uint8Array): boolean => screenDocument(bytes, { inflate: inflateWithNode }).signed
  const signature = '<</Type /Sig /Filter /Adobe.PPKLite /Contents <00> /ByteRange [0 1 2 3]>>'
  const field = '<</FT /Sig /T (a) /V 11 0 R>>'

  test.each(Object.entries(techniques))('the screening finds a signature %s', (_, hide) => {
    expect(signedOf(hide({ objects: [field, signature] }))).toBe(true)
  })

  test.each<[string, Payload]>([
    ['a signature without a range', { objects: ['<</Type /DocTimeStamp /Contents <00>>>'] }],
    ['a signed field whose value is elsewhere', { objects: [field, '<<>>'] }],
    ['a range that no object can be made of', { objects: ['(/ByteRange'] }],
  ])('the screening treats the file as signed: %s', (_, payload) => {
    expect(signedOf(cleanPdf(payload))).toBe(true)
  })

  test.each<[string, Payload]>([
    ['a page', { objects: [] }],
    ['a field that waits for its signature', { objects: ['<</FT /Sig /T (a) /V null>>'] }],
    ['a note', { objects: ['<</Type /Annot /Subtype /Text /Contents (Firmado)>>'] }],
  ])('the screening treats the file as unsigned: %s', (_, payload) => {
    expect(signedOf(cleanPdf(payload))).toBe(false)
  })

  test('a signed file has no removable findings and no remedy', () => {
    const bytes = cleanPdf({ objects: ['<</S /Launch /F (a.exe)>>', signature] })
    expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({
      findings: [{ code: 'PDF_MALICIOUS_LAUNCH', removable: false }],
      remedy: 'none',
    })
    const damaged = bytes.subarray(0, bytes.length - 20)
    expect(inspectDocument(cleanPdf({ objects: [signature] }), inflateWithNode)).toMatchObject({ kind: 'signable' })
    expect(inspectDocument(damaged, inflateWithNode)).toMatchObject({ remedy: 'none' })
  })
})

test.each([
  ['a damaged file', cleanPdf().subarray(0, -20), 'repair'],
  ['a file with a program', cleanPdf({ objects: ['<</S /Launch>>'] }), 'clean'],
  ['a damaged file with a program', cleanPdf({ objects: ['<</S /Launch>>'] }).subarray(0, -20), 'clean'],
  ['a file with a program and an XFA form', cleanPdf({ objects: ['<</S /Launch>>', '<</XFA [(a) (b)]>>'] }), 'none'],
  ['a text', asciiBytes('no soy un PDF'), 'none'],
])('%s: the remedy is %s', (_, bytes, remedy) => {
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ remedy })
})

test('the screening inspects an object stream compressed with LZW', () => {
  const body = Buffer.from(encodeLzw(asciiBytes('10 0 <</S /Launch>>'))).toString('latin1')
  const entries = `/Type /ObjStm /N 1 /First 5 /Filter /LZWDecode /Length ${body.length}`
  const bytes = cleanPdf({ objects: ['null', `<<${entries}>>\nstream\n${body}\nendstream`] })
  expect(codesOf(bytes)).toEqual(['PDF_MALICIOUS_LAUNCH'])
})

test('an object stream that cannot be read is reported as corrupt', () => {
  const container = '<</Type /ObjStm /N 1 /First 4 /Filter /RunLengthDecode /Length 3>>\nstream\nabc\nendstream'
  expect(codesOf(cleanPdf({ objects: [container] }))).toEqual(['PDF_CORRUPT'])
})

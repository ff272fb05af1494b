import { inspectDocument } from '../screen/index.ts'
import {
  asciiBytes,
  openPdf,
  PasswordError,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import {
  buildPdf,
  encryptedPdf,
  encryptionForms,
  encryptWithQpdf,
  OWNER_PASSWORD,
  onePage,
  producerForms,
  protectedPdf,
  qpdfStatus,
  renderPage,
  streamOf,
  testWith,
  textPdf,
  USER_PASSWORD,
  wordFile,
} from '../testing/node/index.ts'
import { isUnrepairable, rewriteDocument } from './index.ts'

const note = pdfDict({ Says: pdfString(asciiBytes('a secret')) })
const drawing = pdfStream(pdfDict({}), asciiBytes('0 0 9 9 re f'))
const byFilter = (name: string) =>
  pdfStream(
    pdfDict({ Filter: pdfArray([pdfName('Crypt')]), DecodeParms: pdfArray([pdfDict({ Name: pdfName(name) })]) }),
    asciiBytes('1 1 8 8 re f'),
  )
const parts = {
  extra: [note, drawing, byFilter('Identity'), byFilter('StdCF')],
  catalog: { Trazo: pdfArray([pdfRef(100), pdfRef(101), pdfRef(102), pdfRef(103)]) },
  pages: [{}, { rotate: 90 }],
}
const open = (bytes: Uint8Array) => openPdf(bytes, { inflate: inflateWithNode })
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

test.each(encryptionForms.map((form, index) => [form, index % 2 === 0 ? 'table' : 'stream'] as const))(
  'the opened copy is the document without its encryption: %s, %s',
  async (form, xref) => {
    const bytes = protectedPdf(form, { xref, ...parts })
    expect(inspectDocument(bytes, inflateWithNode, USER_PASSWORD)).toMatchObject({ kind: 'signable', pages: 2 })
    const copy = await rewriteDocument(bytes, 'repair', USER_PASSWORD)
    expect(Buffer.compare(copy, await rewriteDocument(bytes, 'repair', OWNER_PASSWORD))).toBe(0)
    expect(textOf(copy)).not.toMatch(/\/Encrypt|\/Crypt\b|\/StdCF/)
    const { encryption, pageCount } = open(copy)
    expect({ encryption, pageCount }).toEqual({ encryption: undefined, pageCount: 2 })
    for (const text of ['(a secret)', '0 0 9 9 re f', '1 1 8 8 re f']) expect(textOf(copy)).toContain(text)
    expect(inspectDocument(copy, inflateWithNode)).toEqual({ kind: 'signable', pages: 2, signatures: 0 })
  },
)

test('another password is said to be wrong, and nothing is written', async () => {
  const bytes = protectedPdf()
  for (const password of ['', 'otra', 'x'.repeat(500)]) {
    expect(inspectDocument(bytes, inflateWithNode, password)).toMatchObject({
      kind: 'refused',
      findings: [{ code: 'PDF_PASSWORD_WRONG' }],
      remedy: 'none',
      asksPassword: true,
    })
    const failure: unknown = await rewriteDocument(bytes, 'repair', password).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PasswordError)
    expect(isUnrepairable(failure)).toBe(true)
    expect(String(failure)).not.toContain(password || 'otra')
  }
})

test.each(encryptionForms)('a restriction holds for a user, and not for the owner: %s', async (form) => {
  const bytes = protectedPdf(form, { rights: 'restricted', ...parts })
  const refusal = { kind: 'refused', findings: [{ code: 'PDF_RESTRICTED' }], remedy: 'none', asksPassword: true }
  expect(inspectDocument(bytes, inflateWithNode, USER_PASSWORD)).toMatchObject(refusal)
  await expect(rewriteDocument(bytes, 'repair', USER_PASSWORD)).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' })
  expect(inspectDocument(bytes, inflateWithNode, OWNER_PASSWORD)).toMatchObject({ kind: 'signable' })
  expect(open(await rewriteDocument(bytes, 'repair', OWNER_PASSWORD)).encryption).toBeUndefined()
})

test('only a password could open the file, or nothing could', () => {
  expect(inspectDocument(protectedPdf(), inflateWithNode)).toMatchObject({
    findings: [{ code: 'PDF_ENCRYPTED' }],
    asksPassword: true,
  })
  const dictionary = pdfDict({ Filter: pdfName('Adobe.PubSec') })
  const inspection = inspectDocument(protectedPdf('AES, 256 bits', { dictionary }), inflateWithNode, USER_PASSWORD)
  expect(inspection).toMatchObject({ findings: [{ code: 'PDF_ENCRYPTED' }] })
  expect(inspection).not.toHaveProperty('asksPassword')
})

test('active content is found behind a password, and the copy can be cleaned', async () => {
  const script = pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) })
  const bytes = protectedPdf('AES, 128 bits', { ...parts, catalog: { OpenAction: script } })
  expect(inspectDocument(bytes, inflateWithNode, USER_PASSWORD)).toMatchObject({
    kind: 'refused',
    findings: [
      { code: 'PDF_MALICIOUS_JAVASCRIPT', removable: true },
      { code: 'PDF_AUTO_ACTION', removable: true },
    ],
    remedy: 'clean',
  })
  const clean = await rewriteDocument(bytes, 'clean', USER_PASSWORD)
  expect(textOf(clean)).not.toMatch(/JavaScript|\/Encrypt/)
  expect(inspectDocument(clean, inflateWithNode)).toMatchObject({ kind: 'signable', pages: 2 })
})

test('a signature behind a password forbids the copy', () => {
  const value = pdfDict({
    Type: pdfName('Sig'),
    Contents: pdfString(asciiBytes('value')),
    ByteRange: pdfArray([0, 1, 2, 3]),
  })
  const bytes = protectedPdf('AES, 256 bits', { extra: [value] })
  expect(inspectDocument(bytes, inflateWithNode, USER_PASSWORD)).toMatchObject({ mayBeSigned: true })
})

test('a password changes nothing for a file that opens without one, or is not encrypted', () => {
  const plain = buildPdf({ xref: 'table' })
  expect(inspectDocument(plain, inflateWithNode, 'otra')).toEqual(inspectDocument(plain, inflateWithNode))
  expect(inspectDocument(encryptedPdf('AES, 256 bits', { xref: 'table' }), inflateWithNode, 'otra')).toMatchObject({
    findings: [{ code: 'PDF_PASSWORD_WRONG' }],
  })
})

const BITS = [['40'], ['128', '--use-aes=n'], ['128', '--use-aes=y'], ['256', '--force-R5'], ['256']]
const MAKERS: readonly (readonly [string, () => Uint8Array])[] = [
  ['a text', () => textPdf([...onePage('', '/Contents 4 0 R'), streamOf('0.2 0.4 0.6 rg 100 100 200 300 re f')])],
  ['Word', () => wordFile()],
  ...Object.entries(producerForms).map(([name, write]) => [name, () => write()] as const),
]

for (const [index, [name, write]] of MAKERS.entries()) {
  const options = BITS[index % BITS.length] ?? []
  testWith(['qpdf', 'pdftoppm'], `the pages look the same: ${name}, encrypted by qpdf with ${options}`, async () => {
    const bytes = encryptWithQpdf(write(), ['clave', 'otra', ...options])
    const copy = await rewriteDocument(bytes, 'repair', 'clave')
    expect(renderPage(copy, 1, 50)).toEqual(renderPage(bytes, 1, 50, 'clave'))
    expect(qpdfStatus(copy)).toBe(0)
  })
}

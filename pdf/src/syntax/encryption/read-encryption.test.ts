import fc from 'fast-check'
import {
  type EncryptionForm,
  encryptedPdf,
  encryptionDict,
  encryptionForms,
  NO_SIGNING,
} from '../../testing/node/encrypted-pdf.ts'
import { inflateWithNode } from '../inflate-node.ts'
import { type PdfObject, pdfArray, pdfDict, pdfName, pdfRef, pdfStream, pdfString, withEntries } from '../objects.ts'
import { openPdf } from '../pdf-document.ts'
import { PdfError } from '../pdf-error.ts'
import { asciiBytes } from '../serialize.ts'

const FORM = 'AES, 256 bits'
const secret = pdfDict({ Says: pdfString(asciiBytes('a secret')) })
const open = (bytes: Uint8Array) => openPdf(bytes, { inflate: inflateWithNode })
const withDictionary = (changes: Readonly<Record<string, PdfObject | undefined>>, form: EncryptionForm = FORM) =>
  encryptedPdf(form, { xref: 'table', dictionary: withEntries(encryptionDict(form), changes) })

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

describe.each(['table', 'stream', 'hybrid'] as const)('with a cross-reference %s', (xref) => {
  test.each(encryptionForms)('strings and streams are read as they were before they were encrypted: %s', (form) => {
    const bytes = encryptedPdf(form, { xref, extra: [secret, pdfStream(pdfDict({}), asciiBytes('q Q'))] })
    expect(textOf(bytes)).not.toContain('a secret')
    const { objects, encryption } = open(bytes)
    expect(objects.resolve(pdfRef(100))).toEqual(secret)
    const stream = objects.resolve(pdfRef(101))
    expect(stream).toMatchObject({ kind: 'stream', data: asciiBytes('q Q') })
    expect(encryption?.allowsSigning).toBe(true)
  })
})

const signature = pdfDict({ ByteRange: pdfArray([0, 1, 2, 3]), Contents: pdfString(asciiBytes('value')) })
const filtered = (name?: string) =>
  pdfStream(
    pdfDict({
      Filter: pdfName('Crypt'),
      DecodeParms: name === undefined ? undefined : pdfDict({ Name: pdfName(name) }),
    }),
    asciiBytes('drawing'),
  )
const metadata = pdfStream(pdfDict({ Type: pdfName('Metadata') }), asciiBytes('drawing'))

test.each<[string, PdfObject, EncryptionForm, boolean]>([
  ['the value of a signature', signature, FORM, true],
  ['a stream with the filter Identity', filtered('Identity'), FORM, true],
  ['a stream with a filter without a name', filtered(), FORM, true],
  ['a stream with the filter of all streams', filtered('StdCF'), FORM, false],
  ['metadata', metadata, FORM, false],
  ['metadata that stay plain', metadata, 'AES, 128 bits, plain metadata', true],
])('%s: plain in the file or not, and read alike', (_, object, form, isPlain) => {
  const bytes = encryptedPdf(form, { xref: 'table', extra: [object] })
  expect(/value|drawing/.test(textOf(bytes))).toBe(isPlain)
  const read = open(bytes).objects.resolve(pdfRef(100))
  expect(read).toMatchObject('data' in Object(object) ? { data: asciiBytes('drawing') } : Object(signature))
})

test.each<[string, PdfObject]>([
  ['in another object', pdfStream(pdfDict({ Filter: pdfRef(1) }), asciiBytes('q'))],
  ['in a list, in another object', pdfStream(pdfDict({ Filter: pdfArray([pdfRef(1)]) }), asciiBytes('q'))],
  ['not first', pdfStream(pdfDict({ Filter: pdfArray([pdfName('FlateDecode'), pdfName('Crypt')]) }), asciiBytes('q'))],
  [
    'with its name elsewhere',
    pdfStream(pdfDict({ Filter: pdfName('Crypt'), DecodeParms: pdfRef(1) }), asciiBytes('q')),
  ],
])('a crypt filter that readers would find or miss is refused: %s', (_, object) => {
  expect(() => encryptedPdf(FORM, { xref: 'table', extra: [object] })).toThrow('hides')
})

test.each<[string, Readonly<Record<string, PdfObject | undefined>>, string]>([
  ['a certificate', { Filter: pdfName('Adobe.PubSec') }, 'PDF_ENCRYPTED'],
  ['a password', { U: pdfString(new Uint8Array(48)) }, 'PDF_ENCRYPTED'],
  ['an unpublished version', { V: 3 }, 'PDF_ENCRYPTED'],
  ['a later version', { V: 6, R: 7 }, 'PDF_ENCRYPTED'],
  ['a revision of another version', { R: 3 }, 'PDF_ENCRYPTED'],
  ['an unknown method', { CF: pdfDict({ StdCF: pdfDict({ CFM: pdfName('Own') }) }) }, 'PDF_ENCRYPTED'],
  ['a weaker method', { CF: pdfDict({ StdCF: pdfDict({ CFM: pdfName('AESV2') }) }) }, 'PDF_MALFORMED'],
  ['a filter that is missing', { CF: undefined }, 'PDF_MALFORMED'],
  ['a second role as an action', { S: pdfName('URI'), URI: pdfString(asciiBytes('x')) }, 'PDF_MALFORMED'],
  ['no permissions', { P: undefined }, 'PDF_MALFORMED'],
  ['a short hash', { U: pdfString(new Uint8Array(32)) }, 'PDF_MALFORMED'],
  ['no copy of the permissions', { Perms: undefined }, 'PDF_MALFORMED'],
])('a document that asks for %s is refused', (_, changes, code) => {
  expect(() => open(withDictionary(changes))).toThrow(expect.objectContaining({ code }))
})

test.each<[string, number | undefined]>([
  ['the permissions forbid it', NO_SIGNING],
  ['the permissions were altered', undefined],
])('a document opens, but may not be signed: %s', (_, permissions) => {
  const bytes =
    permissions === undefined ? withDictionary({ P: -8 }) : encryptedPdf(FORM, { xref: 'table', permissions })
  const document = open(bytes)
  expect(document.pageCount).toBe(1)
  expect(document.encryption?.allowsSigning).toBe(false)
})

test.each<[string, number, boolean]>([
  ['filling', NO_SIGNING + (1 << 8), true],
  ['annotating', NO_SIGNING + (1 << 5), true],
  ['printing', NO_SIGNING, false],
])('a document that permits %s', (_, permissions, allows) => {
  expect(open(encryptedPdf(FORM, { xref: 'table', permissions })).encryption?.allowsSigning).toBe(allows)
})

test('permissions without a sign are those with a sign', () => {
  const form = 'AES, 128 bits'
  expect(open(withDictionary({ P: 4_294_967_292 }, form)).encryption?.allowsSigning).toBe(true)
})

test('an encryption in an object stream is refused', () => {
  const given = { extra: [encryptionDict(FORM)], trailer: { Encrypt: pdfRef(100) } }
  expect(open(encryptedPdf(FORM, { xref: 'table', ...given })).pageCount).toBe(1)
  expect(() => open(encryptedPdf(FORM, { xref: 'stream', ...given }))).toThrow('object stream')
})

test('an update that drops the encryption makes the document unreadable', () => {
  const bytes = encryptedPdf(FORM, { xref: 'table' })
  const start = textOf(bytes).lastIndexOf('xref\n0 ')
  const update = `xref\n0 0\ntrailer\n<</Size 202 /Root 1 0 R /Prev ${start}>>\nstartxref\n${bytes.length}\n%%EOF\n`
  expect(() => open(asciiBytes(textOf(bytes) + update))).toThrow('only an older revision')
})

const anything: fc.Arbitrary<PdfObject> = fc.oneof(
  fc.constantFrom<PdfObject>(null, true, -1, 0, 1, 2, 5, 6, 40, 128, 256, 2 ** 31, 2 ** 40, 0.5),
  fc.constantFrom('Standard', 'StdCF', 'Identity', 'None', 'V2', 'AESV2', 'AESV3').map(pdfName),
  fc.uint8Array({ maxLength: 60 }).map(pdfString),
  fc.constant(pdfRef(1)),
  fc.constant(pdfDict({ StdCF: pdfDict({ CFM: pdfName('V2') }) })),
)

test('mutated encryptions open or are refused with a PdfError', () => {
  const keys = ['Filter', 'V', 'R', 'Length', 'P', 'O', 'U', 'UE', 'Perms', 'CF', 'StmF', 'StrF', 'EncryptMetadata']
  const changes = fc.dictionary(fc.constantFrom(...keys), anything, { minKeys: 1, maxKeys: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...encryptionForms), changes, (form, changed) => {
      try {
        const document = open(withDictionary(changed, form))
        for (const num of document.objectNumbers) document.objects.resolve(pdfRef(num))
      } catch (error) {
        if (!(error instanceof PdfError)) throw error
      }
    }),
    { numRuns: 500 },
  )
})

import { prepareFields } from '../sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  isArray,
  openPdf,
  type PdfDict,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfString,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { encryptedId, encryptedPdf, encryptionDict, NO_SIGNING } from '../testing/node/encrypted-pdf.ts'
import { signWithMutool, signWithPdfsig } from '../testing/node/own-programs.ts'
import { type SignedSample, sampleOptions, signSample } from '../testing/node/signed/signed-sample.ts'
import { changePageText, replaceUnused, update } from '../testing/node/signed/tamper.ts'
import { fieldAt, testTime } from '../testing/node/signed/test-signer.ts'
import { hasTool } from '../testing/node/tools.ts'
import { verifyPdf } from './index.ts'

const FORM = 'AES, 256 bits'
/** In the signed file: the encryption is object 102. */
const DICTIONARY = 102

let direct: SignedSample
let indirect: SignedSample
let plain: SignedSample
beforeAll(async () => {
  const options = sampleOptions('table')
  const extra = [...(options.extra ?? []), encryptionDict(FORM)]
  direct = await signSample('table', { original: encryptedPdf(FORM, options) })
  indirect = await signSample('table', {
    original: encryptedPdf(FORM, { ...options, extra, trailer: { Encrypt: pdfRef(DICTIONARY) } }),
  })
  plain = await signSample('table')
})

const verify = (bytes: Uint8Array, { roots }: SignedSample) =>
  verifyPdf(bytes, { roots, inflate: inflateWithNode, now: testTime })

const newestTrailer = (bytes: Uint8Array): PdfDict => openPdf(bytes, { inflate: inflateWithNode }).newest.trailer

/** Appends an update that says something else in its trailer, and may replace one object. */
function appendTrailer(
  bytes: Uint8Array,
  changes: Readonly<Record<string, PdfObject | undefined>>,
  replaced?: readonly [num: number, object: PdfDict],
): Uint8Array {
  const { startXref } = openPdf(bytes, { inflate: inflateWithNode })
  const object = replaced === undefined ? '' : `${replaced[0]} 0 obj\n${formatObject(replaced[1])}\nendobj\n`
  const rows =
    replaced === undefined ? '0 0\n' : `${replaced[0]} 1\n${String(bytes.length).padStart(10, '0')} 00000 n\r\n`
  const trailer = formatObject(withEntries(newestTrailer(bytes), { Prev: startXref, ...changes }))
  const end = `xref\n${rows}trailer\n${trailer}\nstartxref\n${bytes.length + object.length}\n%%EOF\n`
  return concatBytes([bytes, asciiBytes(object + end)])
}

const firstId = (): PdfObject => {
  const id = encryptedId(FORM)
  return (isArray(id) ? id.items[0] : undefined) ?? null
}
const other = pdfString(asciiBytes('another'))
const weaker = encryptionDict(FORM, NO_SIGNING)
const noCipher = withEntries(encryptionDict(FORM), { StmF: pdfName('Identity') })
const noCiphers = withEntries(noCipher, { StrF: pdfName('Identity') })

test('an update without a change, and one of the second part of /ID, keeps the signatures valid', async () => {
  for (const sample of [direct, indirect]) {
    const [, , signed] = sample.signed
    expect(await verify(appendTrailer(signed, {}), sample)).toMatchObject({ verdict: 'valid' })
    const id = pdfArray([firstId(), other])
    expect(await verify(appendTrailer(signed, { ID: id }), sample)).toMatchObject({ verdict: 'valid' })
  }
})

test.each<[string, () => [Uint8Array, SignedSample], string]>([
  [
    'another first part of /ID',
    () => [appendTrailer(direct.signed[2], { ID: pdfArray([other, other]) }), direct],
    'ID',
  ],
  [
    'another first part of /ID by reference',
    () => [appendTrailer(direct.signed[2], { ID: pdfArray([pdfRef(100), other]) }), direct],
    'ID',
  ],
  ['no /ID', () => [appendTrailer(direct.signed[2], { ID: undefined }), direct], 'ID'],
  ['other permissions', () => [appendTrailer(direct.signed[2], { Encrypt: weaker }), direct], 'Encrypt'],
  ['streams without a cipher', () => [appendTrailer(direct.signed[2], { Encrypt: noCipher }), direct], 'Encrypt'],
  [
    'a copy in the trailer',
    () => [appendTrailer(indirect.signed[2], { Encrypt: encryptionDict(FORM) }), indirect],
    'Encrypt',
  ],
  ['a replaced object', () => [appendTrailer(indirect.signed[2], {}, [DICTIONARY, weaker]), indirect], 'Encrypt'],
  [
    'an encryption without a cipher of a plain document',
    () => [appendTrailer(plain.signed[2], { Encrypt: noCiphers, ID: encryptedId(FORM) }), plain],
    'Encrypt',
  ],
])('a later revision with %s makes the signatures suspicious', async (_, attack, detail) => {
  const report = await verify(...attack())
  expect(report).toMatchObject({ kind: 'signed', verdict: 'suspicious' })
  if (report.kind !== 'signed') throw new Error('signed')
  for (const { verdict } of report.signatures) expect(verdict).not.toBe('valid')
  expect(report.signatures[0]?.changes).toContainEqual(expect.objectContaining({ kind: 'trailer', detail }))
})

test.each<[string, () => Uint8Array, string]>([
  ['drops the encryption', () => appendTrailer(direct.signed[2], { Encrypt: undefined }), 'PDF_MALFORMED'],
  [
    'asks for a password',
    () => appendTrailer(direct.signed[2], { Encrypt: withEntries(weaker, { U: pdfString(new Uint8Array(48)) }) }),
    'PDF_ENCRYPTED',
  ],
  [
    'names another handler',
    () => appendTrailer(direct.signed[2], { Encrypt: pdfDict({ Filter: pdfName('X') }) }),
    'PDF_ENCRYPTED',
  ],
])('nothing is said of a document that a later revision %s', async (_, attack, code) => {
  expect(await verify(attack(), direct)).toMatchObject({ kind: 'unreadable', code, claims: 3 })
})

test('changed content is found behind the encryption', async () => {
  const report = await verify(changePageText(direct.signed[2]), direct)
  expect(report).toMatchObject({ verdict: 'suspicious', signatures: [{}, {}, { changes: [{ kind: 'page-content' }] }] })
  expect(await verify(replaceUnused(direct.signed[2]), direct)).toMatchObject({ verdict: 'suspicious' })
})

test('an object that is encrypted again with the same content is no change', async () => {
  const again = update(direct.signed[2], (document, revision) => {
    const info = document.objects.resolve(pdfRef(11))
    revision.put(pdfRef(11), info)
  })
  expect(await verify(again, direct)).toMatchObject({ verdict: 'valid' })
})

test.each(['RC4, 128 bits', 'AES, 128 bits', FORM] as const)(
  'signatures that MuPDF and poppler add within an encryption are read like others: %s',
  async (form) => {
    const original = encryptedPdf(form, { xref: 'stream' })
    const place = fieldAt('ana', { x: 0.1, y: 0.1, width: 0.3, height: 0.1 })
    const prepared = concatBytes([original, prepareFields(original, [place])])
    const made = [
      ...(hasTool('mutool') ? [signWithMutool(prepared, 'ana')] : []),
      ...(hasTool('pdfsig') ? [signWithPdfsig(prepared)] : []),
    ]
    for (const bytes of made) {
      const report = await verifyPdf(bytes, { roots: [], inflate: inflateWithNode, now: testTime })
      expect(report).toMatchObject({
        kind: 'signed',
        verdict: 'unknown',
        hidden: 0,
        signatures: [{ coversWholeFile: true }],
      })
      const [problems = []] = report.kind === 'signed' ? report.signatures.map((each) => each.problems) : []
      // MuPDF signs with SHA-1.
      expect(problems.filter((problem) => problem !== 'weak-hash')).toEqual([])
    }
    expect(made.length).toBe(['mutool', 'pdfsig'].filter(hasTool).length)
  },
)

import { concatBytes, isArray, isString, openPdf, pdfArray, pdfRef } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import {
  type EncryptionForm,
  encryptedId,
  encryptedPdf,
  encryptionForms,
  NO_SIGNING,
} from '../testing/node/encrypted-pdf.ts'
import { sampleOptions, signSample } from '../testing/node/signed/signed-sample.ts'
import { fieldAt, testTime } from '../testing/node/signed/test-signer.ts'
import { hasTool, mutoolValid, pdfsigPeople, qpdfStatus, runOn } from '../testing/node/tools.ts'
import { verifyPdf } from '../verify/index.ts'
import { prepareFields } from './prepare-fields.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const field = fieldAt('a', { x: 0.1, y: 0.1, width: 0.3, height: 0.1 })

describe.each(['table', 'stream'] as const)('with a cross-reference %s', (xref) => {
  test.each(encryptionForms)('three people sign and seal a document within its encryption: %s', async (form) => {
    const original = encryptedPdf(form, sampleOptions(xref))
    const { signed, sealed, roots } = await signSample(xref, { original })
    expect(Buffer.compare(sealed.subarray(0, original.length), original)).toBe(0)
    const report = await verifyPdf(sealed, { roots, inflate: inflateWithNode, now: testTime })
    expect(report).toMatchObject({ kind: 'signed', verdict: 'valid', hidden: 0 })
    if (report.kind === 'signed') expect(report.signatures.map(({ problems }) => problems)).toEqual([[], [], [], []])
    // Names, field names and drawings are ours: none of them may be readable without the key.
    const added = textOf(sealed.subarray(original.length))
    for (const word of ['Rojas', 'field_ana', 'Firma de', 'D:2026', 'Tj ET']) expect(added).not.toContain(word)
    const [first] = openPdf(sealed, { inflate: inflateWithNode }).signatureFields()
    const name = first?.value?.entries.get('Name')
    expect(isString(name) && textOf(name.bytes)).toBe('Ana Rojas Mora')
    const [, , last] = signed
    if (hasTool('pdfsig')) {
      expect(pdfsigPeople(last).map(({ valid }) => valid)).toEqual([true, true, true])
      expect(runOn(last, 'pdfsig', ['-nocert']).output).toContain('Signing Time')
    }
    if (hasTool('mutool')) expect(mutoolValid(last)).toBe(3)
    if (hasTool('qpdf')) expect(qpdfStatus(sealed)).toBe(0)
  })
})

/** /ID and its parts are references. */
const withIndirectId = (form: EncryptionForm): Uint8Array => {
  const options = sampleOptions('table')
  const id = encryptedId(form)
  const extra = [...(options.extra ?? []), pdfArray([pdfRef(103), pdfRef(103)]), (isArray(id) && id.items[0]) || null]
  return encryptedPdf(form, { ...options, extra, plain: [102, 103], trailer: { ID: pdfRef(102) } })
}

test.each(encryptionForms)('a document whose /ID is indirect is signed, and opened by others: %s', async (form) => {
  const original = withIndirectId(form)
  const { signed, sealed, roots } = await signSample('table', { original })
  const report = await verifyPdf(sealed, { roots, inflate: inflateWithNode, now: testTime })
  expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  if (hasTool('pdfsig')) expect(pdfsigPeople(signed[2]).map(({ valid }) => valid)).toEqual([true, true, true])
  if (hasTool('mutool')) expect(mutoolValid(signed[2])).toBe(3)
})

test('the same preparation gives the same bytes, so another process can repeat it', () => {
  for (const form of encryptionForms) {
    const original = encryptedPdf(form, { xref: 'table' })
    expect(prepareFields(original, [field])).toEqual(prepareFields(original, [field]))
  }
})

test('the writer refuses a document whose permissions forbid signing', () => {
  const restricted = encryptedPdf('AES, 256 bits', { xref: 'table', permissions: NO_SIGNING })
  expect(() => prepareFields(restricted, [field])).toThrow(expect.objectContaining({ code: 'PDF_ENCRYPTED' }))
})

test('the fields of an update have the names that they were given', () => {
  const original = encryptedPdf('AES, 128 bits', { xref: 'stream' })
  const prepared = concatBytes([original, prepareFields(original, [field])])
  expect(textOf(prepared)).toContain('/Encrypt <<')
  const fields = openPdf(prepared, { inflate: inflateWithNode }).signatureFields()
  expect(fields.map(({ name }) => name)).toEqual(['a'])
})

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { concatBytes, openPdf, PdfError } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import type { RewritePurpose } from 'pdf/repair'
import { prepareFields, readSignatures, samplePng } from 'pdf/sign'
import { hasTool, mutoolValid, openssl, pdfsig, qpdfStatus, sampleOf } from 'pdf/testing/node'
import type { PlatformPki } from '../pki/platform-pki.ts'
import { rewriteBytes } from '../screening/test-support/rewrite-bytes.ts'
import { createPdfSigner, type PdfSigner } from './pdf-signer.ts'
import { createTestPki, fieldAt, isPrefix, testTime, twoFields } from './test-support/signing.ts'

/** PDFs from other projects; skipped if missing. */
const FOLDER = resolve(__dirname, '../../../../../shared/pdfs')

interface Sample {
  readonly file: string
  readonly cls: string
  readonly direct: string
}

/** Files that the upload rewrites, with the reason. */
const rewritten: readonly (readonly [file: string, purpose: RewritePurpose])[] = [
  ['malformed__pdfjs__helloworld-bad.pdf', 'repair'],
  ['malformed__pdfjs__xref_command_missing.pdf', 'repair'],
  ['malformed__pyhanko__minimal-startxref-hopeless.pdf', 'repair'],
  ['malformed__qpdf__bad14.pdf', 'repair'],
  ['malformed__qpdf__bad3.pdf', 'repair'],
  ['malformed__qpdf__pages-loop.pdf', 'repair'],
  ['structure__pyhanko__minimal-annotless.pdf', 'repair'],
  ['structure__pyhanko__page-tree-direct-kid.pdf', 'repair'],
  ['forms__qpdf__fields-two-pages.pdf', 'clean'],
  ['malicious__malpdf__test1.pdf', 'clean'],
  ['malicious__malpdf__test47.pdf', 'clean'],
  ['malicious__malpdf__test6.pdf', 'clean'],
  ['malicious__malpdf__test8.pdf', 'clean'],
  ['malicious__payloads__payload3.pdf', 'clean'],
  ['malicious__pdfjs__annotation-fileattachment.pdf', 'clean'],
  ['malicious__pdfjs__doc_actions.pdf', 'clean'],
  ['malicious__pdfjs__evaljs.pdf', 'clean'],
]

/** Encrypted, but it opens without a password. */
const OPENS = 'encrypted__qpdf__encrypted-with-images.pdf'

/** Files that the strict reader refuses on purpose. */
const refusedOnPurpose = new Map([
  // Readers break page-tree loops at different pages.
  ['malformed__pyhanko__circular-page-tree.pdf', 'PDF_MALFORMED'],
  ['malformed__qpdf__pages-loop.pdf', 'PDF_MALFORMED'],
])

const present = existsSync(resolve(FOLDER, 'manifest.json'))
const samples: Sample[] = present ? JSON.parse(readFileSync(resolve(FOLDER, 'manifest.json'), 'utf8')) : []
const signable = samples.filter(
  ({ file, direct }) => (direct === 'pdfsig-valid' || file === OPENS) && !refusedOnPurpose.has(file),
)
const others = samples.filter((sample) => !signable.includes(sample))
const load = (file: string): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))

const logHead = 'c0'.repeat(32)
const signers = [
  { name: 'Ana Mora', email: 'ana@example.com' },
  { name: 'José Pérez, "Ñandú"', email: 'jose@example.com' },
  { name: '李明 Олена', email: 'li@example.com' },
]
const fields = [...twoFields, fieldAt('field_li', { x: 0.1, y: 0.8, width: 0.35, height: 0.12 })]

if (!present) test.skip('real PDFs (skipped: ../shared/pdfs is missing)', () => {})
else {
  let pki: PlatformPki
  let signer: PdfSigner
  beforeAll(async () => {
    pki = await createTestPki()
    signer = createPdfSigner(pki)
  })

  const signAndSeal = async (original: Uint8Array): Promise<Uint8Array> => {
    let document = concatBytes([original, prepareFields(original, fields)])
    for (const [index, { name: fieldName }] of fields.entries()) {
      const person = signers[index]
      if (person === undefined) throw new Error('a signer per field')
      const input = { document, fieldName, signer: person, appearancePng: samplePng(), signedAt: testTime }
      document = concatBytes([document, (await signer.sign(input)).tail])
    }
    const { tail, level } = await signer.seal({ document, logHead, now: testTime })
    expect(level).toBe('B-LTA')
    return concatBytes([document, tail])
  }

  const checkWithOpenssl = (final: Uint8Array): void => {
    const own = [...fields.map(({ name }) => name), 'trazo-seal-1']
    const found = readSignatures(openPdf(final, { inflate: inflateWithNode }))
    const ours = found.filter(({ name }) => own.includes(name))
    expect(ours.map(({ name }) => name)).toEqual(own)
    const at = ['-attime', String(Math.floor(testTime.getTime() / 1000))]
    for (const { subFilter, value, gap, end } of ours) {
      const data = concatBytes([final.subarray(0, gap[0]), final.subarray(gap[1], end)])
      const files = { data, 'value.der': value, 'root.pem': pki.root.toString() }
      const cms = ['cms', '-verify', '-cades', '-inform', 'DER', '-in', 'value.der', '-content', 'data', '-binary']
      const stamp = ['ts', '-verify', '-data', 'data', '-in', 'value.der', '-token_in']
      const isStamp = subFilter === 'ETSI.RFC3161'
      const args = isStamp ? stamp : [...cms, '-purpose', 'any', '-out', 'out']
      expect(() => openssl(files, [...args, '-CAfile', 'root.pem', ...at])).not.toThrow()
    }
  }

  /** Earlier signatures must stay valid, too. */
  const expectSignable = async (original: Uint8Array): Promise<void> => {
    const final = await signAndSeal(original)
    expect(isPrefix(original, final)).toBe(true)
    if (hasTool('pdfsig')) {
      const ours = fields.map(({ name }) => name)
      const reports = pdfsig(final).filter(({ field }) => field !== 'trazo-seal-1')
      expect(reports.filter(({ field }) => ours.includes(field))).toEqual(
        ours.map((field) => expect.objectContaining({ field, type: 'ETSI.CAdES.detached', valid: true })),
      )
      const earlier = reports.filter(({ field }) => !ours.includes(field)).map(({ valid }) => valid)
      expect(earlier).toEqual(pdfsig(original).map(({ valid }) => valid))
    }
    if (hasTool('mutool')) expect(mutoolValid(final) - mutoolValid(original)).toBe(3)
    if (hasTool('qpdf')) expect([0, qpdfStatus(original)]).toContain(qpdfStatus(final))
    if (hasTool('openssl')) checkWithOpenssl(final)
  }

  test.each([...new Set([OPENS, ...sampleOf(signable, 16).map(({ file }) => file)])])(
    'the signer adds three valid signatures and a seal to %s',
    (file) => expectSignable(load(file)),
    60_000,
  )

  test.each(sampleOf(rewritten, 4))(
    'the signer adds three valid signatures and a seal to %s after: %s',
    async (file, purpose) => {
      const copy = await rewriteBytes(load(file), purpose)
      if (copy === undefined) throw new Error('not rewritten')
      await expectSignable(copy)
    },
    60_000,
  )

  test.each(others.map(({ file }) => file))('the strict reader rejects %s with a PdfError', (file) => {
    const attempt = () => openPdf(load(file), { inflate: inflateWithNode }).pages()
    expect(attempt).toThrow(PdfError)
    const code = refusedOnPurpose.get(file)
    if (code !== undefined) expect(attempt).toThrow(expect.objectContaining({ code }))
  })
}

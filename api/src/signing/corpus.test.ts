import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openPdf, PdfError } from 'shared/pdf'
import type { RewritePurpose } from '../rewrite/rewrite-document.ts'
import { rewriteBytes } from '../rewrite/test-support/rewrite-bytes.ts'
import { inflateWithNode } from './pdf/inflate-node.ts'
import { samplePng } from './pdf/sample.ts'
import { createPdfSigner, type PdfSigner } from './pdf-signer.ts'
import { createTestPki, isPrefix, signTwice, twoFields } from './test-support/signing.ts'
import { hasTool, mutoolValid, pdfsig, qpdfStatus } from './test-support/tools.ts'

/** Real PDFs from other people's test suites, beside the project where they are available. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')

interface Sample {
  readonly file: string
  readonly cls: string
  readonly direct: string
}

/** Files that are written anew when they are uploaded, and what for. */
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

/** Files that a prototype signed, and that the strict reader refuses for a reason. */
const refusedOnPurpose = new Map([
  // Readers stop a loop in the page tree at different pages, so people would sign different documents.
  ['malformed__pyhanko__circular-page-tree.pdf', 'PDF_MALFORMED'],
  ['malformed__qpdf__pages-loop.pdf', 'PDF_MALFORMED'],
])

const present = existsSync(resolve(FOLDER, 'manifest.json'))
const samples: Sample[] = present ? JSON.parse(readFileSync(resolve(FOLDER, 'manifest.json'), 'utf8')) : []
const signable = samples.filter(({ file, direct }) => direct === 'pdfsig-valid' && !refusedOnPurpose.has(file))
const others = samples.filter((sample) => !signable.includes(sample))
const load = (file: string): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))

if (!present) test.skip('real PDFs (skipped: ../shared/pdfs is not beside the project)', () => {})
else {
  let signer: PdfSigner
  beforeAll(async () => {
    signer = createPdfSigner(await createTestPki())
  })

  /** Puts two signatures on top, which are valid to every tool that is there, as are those that were there before. */
  const expectSignable = async (original: Uint8Array): Promise<void> => {
    const { final } = await signTwice(signer, original, samplePng())
    expect(isPrefix(original, final)).toBe(true)
    if (hasTool('pdfsig')) {
      const ours = twoFields.map(({ name }) => name)
      const reports = pdfsig(final)
      expect(reports.filter(({ field }) => ours.includes(field))).toEqual(
        ours.map((field) => expect.objectContaining({ field, type: 'ETSI.CAdES.detached', valid: true })),
      )
      const earlier = reports.filter(({ field }) => !ours.includes(field)).map(({ valid }) => valid)
      expect(earlier).toEqual(pdfsig(original).map(({ valid }) => valid))
    }
    if (hasTool('mutool')) expect(mutoolValid(final) - mutoolValid(original)).toBe(2)
    if (hasTool('qpdf')) expect([0, qpdfStatus(original)]).toContain(qpdfStatus(final))
  }

  test.each(signable.map(({ file }) => file))('%s takes two signatures', (file) => expectSignable(load(file)), 60_000)

  test.each(rewritten)(
    '%s takes two signatures after: %s',
    async (file, purpose) => {
      const copy = await rewriteBytes(load(file), purpose)
      if (copy === undefined) throw new Error('not rewritten')
      await expectSignable(copy)
    },
    60_000,
  )

  test.each(others.map(({ file }) => file))('%s is refused with a reason', (file) => {
    const attempt = () => openPdf(load(file), { inflate: inflateWithNode }).pages()
    expect(attempt).toThrow(PdfError)
    const code = refusedOnPurpose.get(file)
    if (code !== undefined) expect(attempt).toThrow(expect.objectContaining({ code }))
  })
}

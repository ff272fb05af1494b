import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { inflateWithNode } from './pdf/inflate-node.ts'
import { openPdf } from './pdf/pdf-document.ts'
import { PdfError } from './pdf/pdf-error.ts'
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

  test.each(signable.map(({ file }) => file))(
    '%s takes two signatures',
    async (file) => {
      const original = load(file)
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
    },
    60_000,
  )

  test.each(others.map(({ file }) => file))('%s is refused at once and with a reason', (file) => {
    const started = performance.now()
    const attempt = () => openPdf(load(file), { inflate: inflateWithNode }).pages()
    expect(attempt).toThrow(PdfError)
    const code = refusedOnPurpose.get(file)
    if (code !== undefined) expect(attempt).toThrow(expect.objectContaining({ code }))
    expect(performance.now() - started).toBeLessThan(2_000)
  })
}

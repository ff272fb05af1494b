import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { inspectDocument } from './inspect-document.ts'

/** Real PDFs of other test suites, if available. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')

interface Sample {
  readonly file: string
  readonly cls: string
  readonly screen: { readonly codes: readonly string[] }
}

/** Answers that deliberately differ from the list. */
const better = new Map<string, readonly string[]>([
  // It opens without a password, and its permissions allow signing.
  ['encrypted__qpdf__encrypted-with-images.pdf', []],
  // Its scripts only format input; it opens on its first page.
  ['forms__libpdf__sample_form.pdf', []],
  // HTML event handlers in annotation contents.
  [
    'malicious__payloads__payload3.pdf',
    ['PDF_AUTO_ACTION', 'PDF_CORRUPT', 'PDF_INJECTION_TEXT', 'PDF_MALICIOUS_JAVASCRIPT', 'PDF_MALICIOUS_URI'],
  ],
  // A direct page cannot get a field without a new parent.
  ['structure__pyhanko__page-tree-direct-kid.pdf', ['PDF_CORRUPT']],
])

/**
 * Readers may disagree: two ends, bytes between
 * trailer and `startxref`, a lost object.
 */
const inexact: readonly string[] = [
  'malformed__qpdf__bad-xref-entry.pdf',
  'malformed__safedocs__Dual-startxref.pdf',
  'structure__qpdf__good1.pdf',
]

/** Codes of the list → codes of the product. */
const renamed: Readonly<Record<string, string>> = {
  PDF_MALFORMED: 'PDF_CORRUPT',
  PDF_EMBEDDED_FILE: 'PDF_MALICIOUS_EMBEDDED_FILE',
}

const present = existsSync(resolve(FOLDER, 'manifest.json'))
const samples: Sample[] = present ? JSON.parse(readFileSync(resolve(FOLDER, 'manifest.json'), 'utf8')) : []

if (!present) test.skip('real PDFs (skipped: ../shared/pdfs is missing)', () => {})
else {
  test.each(samples.map((sample) => [sample.file, sample] as const))(
    'the screening of %s gives the expected codes',
    (file, { cls, screen }) => {
      const inspection = inspectDocument(new Uint8Array(readFileSync(resolve(FOLDER, file))), inflateWithNode)
      const expected = better.get(file) ?? screen.codes.map((code) => renamed[code] ?? code)
      const codes = inspection.kind === 'refused' ? inspection.findings.map(({ code }) => code) : []
      expect([...new Set(codes)].sort()).toEqual([...expected].sort())
      const welcome = inexact.includes(file) ? 'unsupported' : 'signable'
      expect(inspection.kind).toBe(expected.length === 0 ? welcome : 'refused')
      if (inspection.kind === 'unsupported') expect(inspection.remedy).toBe('repair')
      if (cls === 'signed') expect(inspection).toMatchObject({ signatures: expect.any(Number) })
      if (cls === 'signed' && inspection.kind === 'signable') expect(inspection.signatures).toBeGreaterThan(0)
    },
  )
}

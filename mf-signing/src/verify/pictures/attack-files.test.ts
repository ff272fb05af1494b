/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { inflateInBrowser } from 'pdf/inflate'
import { describeVerdict, verifyPdf } from 'pdf/verify'
import { judgeWithPdfium } from './judge-with-pdfium.ts'

/** Signed, sealed, and changed afterwards; skipped if missing. */
const FOLDER = resolve(__dirname, '../../../../../shared/pdfs/verdict')
const present = existsSync(FOLDER)
const files = present ? readdirSync(FOLDER).filter((file) => /^(?!.*-byterange).*\.pdf$/.test(file)) : []

const wasm = new Uint8Array(
  readFileSync(createRequire(require.resolve('pdf/package.json')).resolve('@hyzyla/pdfium/pdfium.wasm')),
)

/** As the page does, without its second renderer. */
const verify = async (bytes: Uint8Array) => {
  const report = await verifyPdf(bytes, { roots: [], inflate: inflateInBrowser, now: new Date('2026-11-26T12:00:00Z') })
  return judgeWithPdfium({ bytes, report, limits: {} }, wasm, () => undefined)
}

if (!present) test.skip('attack files (skipped: ../shared/pdfs/verdict is missing)', () => {})
else
  test.each(files)('the judges of the browser do not believe %s', async (file) => {
    const report = await verify(new Uint8Array(readFileSync(resolve(FOLDER, file))))
    if (report.kind !== 'signed') throw new Error(`${file} is ${report.kind}`)
    const victims = report.signatures.filter(({ coversWholeFile }) => !coversWholeFile)
    expect(victims.length).toBeGreaterThan(0)
    for (const signature of victims) {
      const { verdict, changes, picture } = signature
      const isTold = changes.some(({ page, rect }) => page !== undefined && rect !== undefined)
      expect([verdict, isTold || picture.differences.length > 0]).toEqual([
        // The root of these signatures is not known here.
        expect.stringMatching(/^(?:suspicious|invalid|changed|unknown)$/),
        true,
      ])
      const { title, text } = describeVerdict(signature)
      expect(`${title} ${text}`).not.toMatch(/intact|sin cambios|no ha cambiado|[íÍ]ntegr/)
    }
  })

test('a program that is not PDFium leaves no report', async () => {
  const report = { kind: 'unsigned', pages: 1 } as const
  await expect(
    judgeWithPdfium({ bytes: wasm.subarray(0, 8), report, limits: {} }, wasm.subarray(0, 100), () => undefined),
  ).rejects.toThrow()
})

import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { cleanPdf, deflated, techniques } from '../testing/node/hide.ts'
import { payloads } from '../testing/node/payloads.ts'
import { findingCodes } from './finding.ts'
import { inspectDocument } from './inspect-document.ts'
import { screeningLimits } from './limits.ts'
import { screenDocument } from './screen-document.ts'

const small = payloads.filter(([, code]) => code !== 'PDF_BOMB')
const seeds = Object.values(techniques).flatMap((hide) => small.map(([, , payload]) => hide(payload)))

const check = (bytes: Uint8Array): void => {
  const inspection = inspectDocument(bytes, inflateWithNode)
  if (inspection.kind !== 'refused') return
  for (const { code } of inspection.findings) expect(findingCodes).toContain(code)
}

test('files with changed bytes are screened without an exception', () => {
  const change = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 12 }), (seed, changes) => {
      const bytes = Uint8Array.from(seed)
      for (const { offset, value } of changes) bytes[offset % bytes.length] = value
      check(bytes)
    }),
    { numRuns: 500 },
  )
})

test('files assembled from pieces are screened without an exception', () => {
  const piece = fc.tuple(fc.constantFrom(...seeds), fc.nat(), fc.nat()).map(([seed, a, b]) => {
    const [from, to] = [a % seed.length, b % seed.length]
    return seed.subarray(Math.min(from, to), Math.max(from, to))
  })
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
      check(concatBytes([asciiBytes('%PDF-1.7\n'), ...pieces]))
    }),
    { numRuns: 300 },
  )
})

const screen = (bytes: Uint8Array) => screenDocument(bytes, { inflate: inflateWithNode })

/** The budget is checked after each object: one more pass. */
const mostWork = (bytes: Uint8Array): number => screeningLimits.work + bytes.length * (screeningLimits.workPerByte + 1)

test.each<[string, string]>([
  ['brackets', '1 0 obj '.padEnd(1_000_000, '[')],
  ['dictionaries', `1 0 obj ${'<</A'.repeat(250_000)}`],
  ['objects without an end', '1 0 obj(\n'.repeat(110_000)],
  ['dictionaries without an end', '1 0 obj<</A\n'.repeat(80_000)],
  ['streams without an end', '1 0 obj<</First 1/N 1>>stream\n'.repeat(30_000)],
  ['hexadecimal strings without an end', 'obj<'.repeat(250_000)],
  ['references to an object that is there a thousand times', '1 0 obj<</S 1 0 R/JS 1 0 R>>endobj\n'.repeat(5_000)],
])('the screening abandons %s within the work that their size allows', (_, filler) => {
  const bytes = asciiBytes(`%PDF-1.7\n${filler}`)
  const { findings, work } = screen(bytes)
  expect(findings.map(({ code }) => code)).toContain('PDF_TOO_COMPLEX')
  expect(work).toBeLessThanOrEqual(mostWork(bytes))
})

test.each<[string, string]>([
  ['arrays of references in circles', `1 0 obj[${'1 0 R '.repeat(100_000)}]endobj`],
  ['comments', '%\n'.repeat(500_000)],
  ['markup that never closes', `1 0 obj<</Title(${'<a '.repeat(300_000)})>>endobj`],
  ['scripts that never end', `1 0 obj<</S/JavaScript/JS(${'AFNumber_Format('.repeat(60_000)})>>endobj`],
  ['font matrices', `1 0 obj<</FontMatrix[${'[ '.repeat(90)}`],
  ['archives', 'PK\x05\x06'.repeat(200_000)],
])('the screening of %s takes at most three units of work per byte', (_, filler) => {
  const bytes = asciiBytes(`%PDF-1.7\n${filler}`)
  expect(screen(bytes).work).toBeLessThanOrEqual(3 * bytes.length)
})

test('an object stream that names one place 400,000 times is refused within the work limit', () => {
  const header = '5 0 '.repeat(400_000)
  const body = `${header}[${'1 '.repeat(1_000_000)}]`
  const bytes = cleanPdf({ objects: [deflated(`/Type /ObjStm /N 400000 /First ${header.length}`, body)] })
  const { findings, work } = screen(bytes)
  expect(findings).toEqual([expect.objectContaining({ code: 'PDF_TOO_COMPLEX' })])
  expect(work).toBeLessThanOrEqual(mostWork(bytes) + body.length * (screeningLimits.workPerByte + 1))
})

test('compressed data inside compressed data is refused as a bomb', () => {
  const inner = deflateSync(deflateSync(new Uint8Array(80 * 1024 * 1024)))
  const object = `<</Subtype /Image /Filter [/Fl /Fl] /Length ${inner.length}>>\nstream\n${inner.toString('latin1')}\nendstream`
  expect(screen(cleanPdf({ objects: [object] })).findings).toEqual([expect.objectContaining({ code: 'PDF_BOMB' })])
})

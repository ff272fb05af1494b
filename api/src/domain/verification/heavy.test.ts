import {
  asciiBytes,
  concatBytes,
  openPdf,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfRef,
  pdfString,
  withEntries,
} from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { buildPdf, type PageOptions, signAndSeal, tamper } from 'pdf/testing/node'
import { verifyFileCall } from 'shared/contract/verify'
import { multipart } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../../../test/support/test-server.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { VERIFICATION_TIME_LIMIT } from './constants.ts'

const { update } = tamper

let server: TestServer
const sealed = (bytes: Uint8Array): Promise<Uint8Array> =>
  signAndSeal({ signer: createPdfSigner(server.services.pki), now: new Date(server.clock.now()) }, bytes)

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(closeTestServers)

const verify = async (bytes: Uint8Array) => {
  const { payload, headers } = await multipart([['file', { bytes, filename: 'Contrato.pdf' }]])
  const started = process.cpuUsage()
  const answer = await server.app.inject({ method: 'POST', url: pathOf(verifyFileCall), payload, headers })
  return { status: answer.statusCode, report: answer.json(), took: process.cpuUsage(started).user / 1000 }
}

const metadata = (): PdfObject => pdfDict({ ModDate: pdfString(asciiBytes('D:2026')) })

const withPage = (entries: PageOptions['entries'], extra: readonly PdfObject[]): Uint8Array =>
  buildPdf({ xref: 'table', extra, pages: [entries === undefined ? {} : { entries }] })

test('the verification ends for page resources with cyclic references and finds a change in them', async () => {
  const XObject = pdfDict({ A: pdfRef(100), B: pdfRef(101) })
  const bytes = withPage({ Resources: pdfDict({ XObject }) }, [
    pdfDict({ R: pdfRef(101) }),
    pdfDict({ R: pdfRef(100), S: pdfRef(101) }),
  ])
  const document = await sealed(bytes)
  expect(await verify(document)).toMatchObject({ status: 200, report: { verdict: 'valid' } })
  const changed = update(document, (_, revision) => revision.put(pdfRef(101), pdfDict({ R: pdfRef(100) })))
  expect(await verify(changed)).toMatchObject({ status: 200, report: { verdict: 'suspicious' } })
})

test.each<[string, PdfObject]>([
  ['a number', 7],
  ['a list of itself', pdfDict({ Certs: pdfArray([pdfRef(1)]) })],
  ['a dictionary in place of a list', pdfDict({ Certs: pdfDict({}) })],
  ['entries that lead to the pages', pdfDict({ VRI: pdfDict({ AB: pdfDict({ Cert: pdfArray([pdfRef(10)]) }) }) })],
  ['a loop', pdfDict({ VRI: pdfRef(300) })],
])('the verification reports a security store that is %s as suspicious', async (_, store) => {
  const document = await sealed(buildPdf({ xref: 'table' }))
  const changed = update(document, (opened, revision) =>
    revision.put(opened.catalogRef, withEntries(opened.catalog, { DSS: store })),
  )
  expect(await verify(changed)).toMatchObject({ status: 200, report: { verdict: 'suspicious' } })
})

test('the verification of a file with 100,000 extra objects ends within the time limit', async () => {
  const many = (bytes: Uint8Array, key: string): Uint8Array =>
    update(bytes, (document, revision) => {
      let last: PdfObject = null
      for (let i = 0; i < 50_000; i++) last = revision.add(pdfDict({ Next: last, Back: document.catalogRef }))
      revision.put(document.catalogRef, withEntries(document.catalog, { [key]: last }))
    })
  const document = await sealed(many(buildPdf({ xref: 'table' }), 'PieceInfo'))
  const { status, report, took } = await verify(many(document, 'Other'))
  expect({ status, report }).toMatchObject({ status: 200, report: { kind: 'signed', verdict: 'suspicious' } })
  expect(took).toBeLessThan(VERIFICATION_TIME_LIMIT)
})

const redated = (length: number, previous: number, num: number): string => {
  const body = `${num} 0 obj\n<</ModDate(D:2026)>>\nendobj\n`
  const entry = `${String(length).padStart(10, '0')} 00000 n\r\n`
  const trailer = `trailer\n<</Size ${num + 1}/Root 1 0 R/Info ${num} 0 R/Prev ${previous}>>\n`
  return `${body}xref\n${num} 1\n${entry}${trailer}startxref\n${length + body.length}\n%%EOF\n`
}

test('the verification accepts 1,000 revisions within the time limit and rejects one more as too complex', async () => {
  const document = await sealed(buildPdf({ xref: 'table' }))
  const opened = openPdf(
    update(document, (_, revision) => revision.add(metadata())),
    { inflate: inflateWithNode },
  )
  const num = opened.nextObjectNumber
  const parts = [document]
  let length = document.length
  let previous = openPdf(document, { inflate: inflateWithNode }).startXref
  for (let count = openPdf(document, { inflate: inflateWithNode }).sections.length; count < 1000; count++) {
    const tail = redated(length, previous, num)
    previous = length + tail.indexOf('xref\n')
    parts.push(asciiBytes(tail))
    length += tail.length
  }
  const { status, report, took } = await verify(concatBytes(parts))
  expect({ status, report }).toMatchObject({ status: 200, report: { kind: 'signed', verdict: 'valid' } })
  expect(took).toBeLessThan(VERIFICATION_TIME_LIMIT)
  const beyond = concatBytes([...parts, asciiBytes(redated(length, previous, num))])
  expect(await verify(beyond)).toMatchObject({ status: 200, report: { kind: 'unreadable', code: 'PDF_TOO_COMPLEX' } })
})

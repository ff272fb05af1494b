import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateInBrowser } from 'pdf/inflate'
import { judgePictures } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import { buildPdf, checkEtsiReport, indicationsIn, type SignedSample, signSample, tamper } from 'pdf/testing/node'
import { type VerificationReport, verifyPdf } from 'pdf/verify'
import { encodeReport, verifyFileCall, verifyRevocationCall, verifyTrustCall } from 'shared/contract/verify'
import { multipart } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createTestPki } from '../signing/test-support/signing.ts'
import { createFetchPublic } from './fetch-public.ts'
import { createVerifyFile, createWriteEtsiReport } from './verification-task.ts'

let server: TestServer
let sample: SignedSample
beforeAll(async () => {
  server = await openTestServer()
  const { pki } = server.services
  const roots = [{ certificate: new Uint8Array(pki.root.raw), kind: 'platform' as const }]
  sample = await signSample('table', {
    with: { signer: createPdfSigner(pki), roots },
    now: new Date(server.clock.now()),
  })
})
afterAll(closeTestServers)

const post = async (bytes: Uint8Array, accept?: string) => {
  const { payload, headers } = await multipart([['file', { bytes, filename: 'Contrato.pdf' }]])
  return server.app.inject({
    method: 'POST',
    url: pathOf(verifyFileCall),
    payload,
    headers: { ...headers, ...(accept === undefined ? {} : { accept }) },
  })
}

const verifyHere = async (bytes: Uint8Array, revocation?: { ocsps: Uint8Array[]; crls: Uint8Array[] }) => {
  const { roots, intermediates } = await succeed(server, verifyTrustCall)
  const der = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  const report = await verifyPdf(bytes, {
    roots: roots.map(({ certificate, kind }) => ({ certificate: der(certificate), kind })),
    intermediates: intermediates.map(der),
    inflate: inflateInBrowser,
    now: new Date(server.clock.now()),
    ...(revocation === undefined ? {} : { revocation }),
  })
  return judgePictures(bytes, report, { renderer: await loadPictureRenderer() })
}

const leftBehind = async (): Promise<number> => (await server.stored()).length

test.each<[string, () => Uint8Array, object]>([
  ['signed by three', () => sample.signed[2], { kind: 'signed', verdict: 'valid' }],
  ['sealed', () => sample.sealed, { kind: 'signed', verdict: 'valid' }],
  ['changed afterwards', () => tamper.changePageText(sample.sealed), { kind: 'signed', verdict: 'suspicious' }],
  ['not signed', () => sample.prepared, { kind: 'unsigned', pages: 2 }],
  ['no PDF', () => new Uint8Array(Buffer.from('hola')), { kind: 'unreadable', code: 'PDF_NOT_A_PDF', claims: 0 }],
  ['cut off', () => sample.sealed.slice(0, -900), { kind: 'unreadable', code: 'PDF_MALFORMED', claims: 4 }],
])(
  'a file that is %s: the API and the browser return the same report, and the API stores nothing',
  async (_, make, expected) => {
    const bytes = make()
    const before = await leftBehind()
    const answer = await post(bytes)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject(expected)
    expect(answer.json()).toEqual(encodeReport(await verifyHere(bytes)))
    expect(await leftBehind()).toBe(before)
  },
)

test('a client that prefers XML gets the report of ETSI TS 119 102-2 as a download, and the API stores nothing', async () => {
  const before = await leftBehind()
  const answer = await post(sample.sealed, 'application/xml')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', vary: 'accept' })
  expect(answer.headers['content-disposition']).toContain('attachment')
  const { root, problems } = checkEtsiReport(answer.body)
  expect(problems).toEqual([])
  expect(indicationsIn(root)).toEqual(Array(4).fill(['total-passed']))
  const changed = await post(tamper.changePageText(sample.sealed), 'application/xml, application/json;q=0.5')
  expect(indicationsIn(checkEtsiReport(changed.body).root)[0]).toEqual(['indeterminate', 'SIG_CONSTRAINTS_FAILURE'])
  expect(await leftBehind()).toBe(before)
})

test.each<[string, () => Uint8Array]>([
  ['without signatures', () => sample.prepared],
  ['that cannot be read', () => new Uint8Array(Buffer.from('hola'))],
])('a file %s has no XML report: the answer is JSON, whatever the client prefers', async (_, make) => {
  const answer = await post(make(), 'application/xml')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
})

test('beyond the time limit of a report, the answer is JSON', async () => {
  const hurried = createWriteEtsiReport(server.services.threads, { timeLimit: 0 })
  const report = { kind: 'signed', verdict: 'valid', signatures: [], hidden: 0 } as const
  expect(await hurried({ path: '/nowhere', report, now: new Date() }, 'prueba')).toEqual({ xml: undefined })
})

test('encoding and decoding a report keeps all of its data', async () => {
  const answer = await post(sample.sealed)
  const { reply } = verifyFileCall
  const parsed = reply['~standard'].validate(answer.json())
  expect(parsed).toMatchObject({ value: await verifyHere(sample.sealed) })
})

test('the API refuses a request without multipart body, without a file, or with a file over 25 MB', async () => {
  expect(await refuse(server, verifyFileCall)).toMatchObject({ status: 400, code: 'VALIDATION' })
  const empty = await multipart([['other', 'x']])
  const url = pathOf(verifyFileCall)
  const without = await server.app.inject({ method: 'POST', url, payload: empty.payload, headers: empty.headers })
  expect(without.statusCode).toBe(400)
  const large = await post(new Uint8Array(26 * 1024 * 1024))
  expect(large.json()).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining('25 MB') })
})

test('the API reports a file as too complex when its verification exceeds the time limit', async () => {
  const hurried = createVerifyFile(server.services.threads, server.services.verification.authorities, { timeLimit: 0 })
  expect(await hurried('/nowhere', new Date(), 'prueba')).toEqual({
    kind: 'unreadable',
    code: 'PDF_TOO_COMPLEX',
    claims: 0,
  })
})

test('the API limits the number of verifications from one address', async () => {
  const strict = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.1' } })
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await refuse(strict, verifyFileCall))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429])
})

const chainOf = (report: VerificationReport): readonly Uint8Array[] => {
  const certificate = report.kind === 'signed' ? report.signatures[0]?.certificate : undefined
  return certificate?.chain ?? []
}
const base64 = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64')

describe('revocation check on request', () => {
  test('the returned OCSP answers and CRLs change the revocation state from unknown to good', async () => {
    const [signed] = sample.signed
    const before = await verifyHere(signed)
    expect(before).toMatchObject({ signatures: [{ revocation: { state: 'unknown' } }] })
    const chain = chainOf(before)
    const gathered = { ocsps: [] as Uint8Array[], crls: [] as Uint8Array[] }
    for (const [index, certificate] of chain.slice(0, -1).entries()) {
      const body = { certificate: base64(certificate), issuer: base64(chain[index + 1]) }
      const { ocsp, crl } = await succeed(server, verifyRevocationCall, { body })
      if (ocsp !== null) gathered.ocsps.push(new Uint8Array(Buffer.from(ocsp, 'base64')))
      if (crl !== null) gathered.crls.push(new Uint8Array(Buffer.from(crl, 'base64')))
    }
    expect(await verifyHere(signed, gathered)).toMatchObject({
      signatures: [{ revocation: { state: 'good' }, level: 'B-T' }],
    })
  })

  test('the API returns no OCSP answer and no CRL for a certificate of an untrusted authority', async () => {
    const stranger = await createTestPki()
    const chain = [stranger.tsa, stranger.issuing].map(({ raw }) => new Uint8Array(raw))
    const body = { certificate: base64(chain[0]), issuer: base64(chain[1]) }
    expect(await succeed(server, verifyRevocationCall, { body })).toEqual({ ocsp: null, crl: null })
  })

  test('the API refuses a revocation request with an invalid certificate', async () => {
    const body = { certificate: 'AAAA', issuer: 'AAAA' }
    expect(await refuse(server, verifyRevocationCall, { body })).toMatchObject({ status: 400, code: 'VALIDATION' })
  })
})

describe('requests to addresses that a file names', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]'])(
    'the server sends no request to the private address %s',
    async (host) => {
      const asked: string[] = []
      const http = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end('answer')
      })
      await new Promise<void>((resolve) => http.listen(0, () => resolve()))
      const { port } = http.address() as AddressInfo
      const fetch = createFetchPublic(1000)
      const ask = (url: string) => fetch({ url, accept: '*/*', maxBytes: 1000, timeLimit: 2000 })
      await expect(ask(`http://${host}:${port}/ocsp`)).rejects.toThrow('not a public address')
      await expect(ask(`http://${host}/ocsp`)).rejects.toThrow('not a public address')
      expect(asked).toEqual([])
      await new Promise((resolve) => http.close(resolve))
    },
  )
})

test('the API returns a report for a PDF without pages', async () => {
  expect((await post(buildPdf({ xref: 'stream', pages: [] }))).json()).toMatchObject({ kind: expect.any(String) })
})
